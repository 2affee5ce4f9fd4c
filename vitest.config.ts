import { globSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";

const exclude = ["**/node_modules/**", ".next/**", ".till/**", "e2e/**"];
const database = ["**/*.db.test.ts"];
const chain = ["**/*.chain.test.ts", "test/chain/**/*.test.ts"];
/** Tests that measure answers against limits of one or two seconds, which busy neighbours would break. */
const timed = ["hanging-node", "dead-node", "slow-confirm"].map((name) => `test/chain/${name}.test.ts`);
const setupFiles = ["test/fresh-process.ts"];
const globalSetup = ["test/db/global-setup.ts"];

const unit = {
  // Some tests compile or decode images, which takes long on a busy machine.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  maxWorkers: 2,
  sequence: { groupOrder: 0 },
};
/** Tests that a process can run once: they replace modules, or load the schema engine, whose bindings keep a state. */
const once = filesWith(/vi\.mock\(|deploy-(before|migrations)/);
const databaseAlone = once.filter((path) => path.endsWith(".db.test.ts"));
const unitAlone = once.filter((path) => !path.endsWith(".db.test.ts"));
/**
 * Unit tests that change their process: its environment, its clock, or what others import. The next one needs
 * a fresh process.
 */
const changing = filesWith(/setEnv\(|process\.env|vi\.(stub|spyOn|useFakeTimers)/).filter(
  (path) => !once.includes(path),
);

const db = {
  globalSetup,
  testTimeout: 120_000,
  hookTimeout: 120_000,
  maxWorkers: 3,
  sequence: { groupOrder: 1 },
};

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...unit,
          name: "unit",
          include: ["**/*.test.ts"],
          exclude: [...exclude, ...database, ...chain, ...changing, ...unitAlone],
          // The files share the processes and the modules that they load, which halves the time.
          isolate: false,
        },
      },
      {
        test: {
          ...unit,
          name: "unit-fresh",
          include: changing,
          exclude: [...exclude, ...database, ...chain],
          isolate: false,
          setupFiles,
        },
      },
      {
        test: { ...unit, name: "unit-alone", include: unitAlone, exclude: [...exclude, ...database, ...chain] },
      },
      {
        test: {
          ...db,
          name: "db",
          include: database,
          exclude: [...exclude, ...chain, ...databaseAlone],
          isolate: false,
          setupFiles,
        },
      },
      { test: { ...db, name: "db-alone", include: databaseAlone } },
      {
        // Each file has chains and a database of its own. They mostly wait for blocks and leases, so four files
        // at a time keep two cores busy.
        test: {
          name: "chain",
          include: chain,
          exclude: [...exclude, ...timed],
          globalSetup,
          isolate: false,
          setupFiles,
          testTimeout: 240_000,
          hookTimeout: 240_000,
          maxWorkers: 4,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: "chain-timed",
          include: timed,
          globalSetup,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});

/** Returns the paths of the test files whose text matches. */
function filesWith(pattern: RegExp): string[] {
  const paths = globSync("{app,components,contracts,lib,prisma,scripts,test}/**/*.test.ts");
  return paths.filter((path) => pattern.test(readFileSync(path, "utf8")));
}
