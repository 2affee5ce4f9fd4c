import { availableParallelism } from "node:os";
import type { Report } from "./counts.ts";
import { readPlaywrightReport } from "./read-playwright-report.ts";
import { readVitestReport } from "./read-vitest-report.ts";

export type Step = {
  name: string;
  /** Run one after another until one fails. */
  commands: string[][];
  /** The number of cores that the step keeps busy, measured. Steps run side by side while the machine has enough cores. */
  cores: number;
  /** The test report that the last command writes; without it the step is one check. */
  report?: { path: string; read: (report: unknown) => Report };
  /** A step that must succeed first. */
  needs?: string;
};

/** Each checker of types reads what the others have read again: on two cores, four take almost twice the CPU time of one. */
const checkers = Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)));

/** The steps of `npm test`: the longest that leaves a core to others, then the quickest first. */
export const steps: Step[] = [
  // The chain tests mostly wait for blocks.
  vitest("chain", 1, ["chain", "chain-timed"]),
  { name: "lint", cores: 0.5, commands: [["biome", "check", "--error-on-warnings", "."]] },
  { name: "language", cores: 0.5, commands: [["node", "scripts/check-language.ts"]] },
  // The SDK's types are generated, and Next generates those of routes and of imported images and styles.
  {
    name: "types",
    cores: 1,
    commands: [
      ["node", "scripts/sdk.ts", "generate"],
      ["next", "typegen"],
      ["node", "node_modules/@typescript/native/bin/tsc", "--noEmit", "--checkers", String(checkers)],
    ],
  },
  // A warning: advisories appear without a change of ours.
  { name: "audit", cores: 0, commands: [["node", "scripts/audit.ts", "--warn"]] },
  { name: "install", cores: 0.5, commands: [["node", "scripts/check-install.ts"]] },
  { name: "contracts", cores: 1, commands: [["node", "scripts/compile-contracts.ts"]] },
  { name: "boundaries", cores: 1, commands: [["depcruise", "."]] },
  { name: "unused", cores: 1, commands: [["knip"]] },
  vitest("unit", 1, ["unit", "unit-fresh", "unit-alone"]),
  { name: "build", cores: 1, commands: [["node", "scripts/build.ts"]] },
  // The same requests every time. `npm run test:fuzz` sends more, draws a new seed and compares memory. Next to the
  // chain tests: those of the database would leave a core idle.
  { name: "fuzz", cores: 1, commands: [["node", "test/fuzz/main.ts", "--short"]], needs: "build" },
  vitest("db", 1.5, ["db", "db-alone"]),
  // The same plan every time. `npm run test:fault` takes longer and draws a new plan each time.
  { name: "fault", cores: 0.5, commands: [["node", "test/fault/main.ts", "--short"]] },
  {
    name: "browser",
    cores: 2,
    commands: [["playwright", "test"]],
    report: { path: "test-results/browser.json", read: readPlaywrightReport },
    needs: "build",
  },
];

function vitest(name: string, cores: number, projects: string[] = [name]): Step {
  const path = `test-results/${name}.json`;
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${path}`];
  return {
    name,
    cores,
    commands: [["vitest", "run", ...projects.flatMap((project) => ["--project", project]), ...reporters]],
    report: { path, read: readVitestReport },
  };
}
