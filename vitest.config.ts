import { globSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";

const exclude = ["**/node_modules/**", ".next/**", ".till/**", "e2e/**"];
const database = ["**/*.db.test.ts"];
const chain = ["**/*.chain.test.ts", "test/chain/**/*.test.ts"];
/** Tests that measure answers against limits of one or two seconds, which busy neighbours would break. */
const timed = ["test/chain/hanging-node.test.ts", "test/chain/dead-node.test.ts"];
const globalSetup = ["test/db/global-setup.ts"];

const unit = {
  // Some tests compile or decode images, which takes long on a busy machine.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  maxWorkers: 2,
  sequence: { groupOrder: 0 },
};
/** Unit tests that change their process (its environment, or modules that others import) each need one of their own. */
const alone = globSync("{app,components,contracts,lib,prisma,scripts,test}/**/*.test.ts").filter((path) =>
  /setEnv\(|process\.env|vi\.(mock|stub|spyOn|useFakeTimers)/.test(readFileSync(path, "utf8")),
);

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...unit,
          name: "unit",
          include: ["**/*.test.ts"],
          exclude: [...exclude, ...database, ...chain, ...alone],
          // The files share the processes and the modules that they load, which halves the time.
          isolate: false,
        },
      },
      {
        test: { ...unit, name: "unit-alone", include: alone, exclude: [...exclude, ...database, ...chain] },
      },
      {
        test: {
          name: "db",
          include: database,
          exclude: [...exclude, ...chain],
          globalSetup,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        // Each file has chains and a database of its own. They mostly wait for blocks and leases, so four files
        // at a time keep two cores busy.
        test: {
          name: "chain",
          include: chain,
          exclude: [...exclude, ...timed],
          globalSetup,
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
