import { expect, test } from "vitest";
import type { Result } from "./render-summary.ts";
import { runSideBySide } from "./run-side-by-side.ts";
import type { Step } from "./steps.ts";

const step = (name: string, cores: number, needs?: string): Step => ({
  name,
  cores,
  commands: [],
  ...(needs === undefined ? {} : { needs }),
});

/** Runs steps by hand: `finish` ends one, and resolves when the next ones have started. */
function steer(steps: Step[]) {
  const running = new Map<string, (failed: number) => void>();
  const results = runSideBySide(
    steps,
    2,
    ({ name }) =>
      new Promise<Result>((resolve) => {
        const end = (failed: number) =>
          resolve({ name, passed: 1 - failed, failed, skipped: 0, failures: [], seconds: 0 });
        running.set(name, end);
      }),
  );
  return {
    results,
    running: () => [...running.keys()],
    async finish(name: string, failed = 0) {
      running.get(name)?.(failed);
      running.delete(name);
      await new Promise(setImmediate);
    },
  };
}

test("fills the cores with earlier steps first, and a light step passes a heavy one that does not fit", async () => {
  const { running, finish, results } = steer([step("a", 1), step("heavy", 2), step("b", 0.5), step("c", 0.5)]);
  expect(running()).toEqual(["a", "b", "c"]);
  await finish("b");
  await finish("c");
  expect(running()).toEqual(["a"]);
  await finish("a");
  expect(running()).toEqual(["heavy"]);
  await finish("heavy");
  expect((await results).map(({ name }) => name)).toEqual(["a", "heavy", "b", "c"]);
});

test("a step that is heavier than the machine runs alone", async () => {
  const { running, finish, results } = steer([step("a", 1), step("huge", 8)]);
  expect(running()).toEqual(["a"]);
  await finish("a");
  expect(running()).toEqual(["huge"]);
  await finish("huge");
  expect(await results).toHaveLength(2);
});

test("a step waits for the step it needs", async () => {
  const { running, finish, results } = steer([step("browser", 1, "build"), step("build", 1)]);
  expect(running()).toEqual(["build"]);
  await finish("build");
  expect(running()).toEqual(["browser"]);
  await finish("browser");
  expect(await results).toHaveLength(2);
});

test("a step whose prerequisite failed counts as failed and is not run", async () => {
  const { running, finish, results } = steer([step("build", 1), step("browser", 1, "build")]);
  await finish("build", 1);
  expect(running()).toEqual([]);
  expect((await results)[1]).toMatchObject({ passed: 0, failed: 1, note: "not run: build failed" });
});

test("a step runs without its prerequisite when only that step was requested", async () => {
  const { running, finish, results } = steer([step("browser", 1, "build")]);
  expect(running()).toEqual(["browser"]);
  await finish("browser");
  expect(await results).toHaveLength(1);
});

test("an error of the runner reaches the caller", async () => {
  await expect(runSideBySide([step("a", 1)], 2, () => Promise.reject(new Error("no disk")))).rejects.toThrow("no disk");
});
