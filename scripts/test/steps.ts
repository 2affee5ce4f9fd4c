import type { Report } from "./counts.ts";
import { readPlaywrightReport } from "./read-playwright-report.ts";
import { readVitestReport } from "./read-vitest-report.ts";

export type Step = {
  name: string;
  /** Run one after the other until one fails. */
  commands: string[][];
  /** Where the last command writes how many tests it ran; without it the step is one check. */
  report?: { path: string; read: (report: unknown) => Report };
  /** A step without which this one cannot run. */
  needs?: string;
};

/** Everything that `npm test` checks, the quickest answers first. */
export const steps: Step[] = [
  { name: "lint", commands: [["biome", "check", "--error-on-warnings", "."]] },
  // The types of routes and of imported images and styles are written by Next.
  {
    name: "types",
    commands: [
      ["next", "typegen"],
      ["tsc", "--noEmit"],
    ],
  },
  { name: "boundaries", commands: [["depcruise", "."]] },
  { name: "unused", commands: [["knip"]] },
  vitest("unit"),
  vitest("db"),
  vitest("chain"),
  // The same plan every time; `npm run test:fault` alone makes another one each time.
  { name: "fault", commands: [["node", "test/fault/main.ts", "--seed", "1"]] },
  { name: "build", commands: [["node", "scripts/build.ts"]] },
  {
    name: "browser",
    commands: [["playwright", "test"]],
    report: { path: "test-results/browser.json", read: readPlaywrightReport },
    needs: "build",
  },
];

function vitest(name: string): Step {
  const path = `test-results/${name}.json`;
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${path}`];
  return {
    name,
    commands: [["vitest", "run", "--project", name, ...reporters]],
    report: { path, read: readVitestReport },
  };
}
