import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test, vi } from "vitest";
import { onStopSignal } from "#scripts/process/stop-signal.ts";
import { setEnv } from "#test/env/set-env.ts";

setEnv();

/** Stops only after a second signal, and fails when that one starts it again. */
const stopsOnce = `(() => {
  let calls = 0;
  return () => new Promise((end, fail) => {
    calls += 1;
    process.send("stopping");
    process.once("SIGINT", () => setImmediate(() => calls === 1 ? end() : fail(new Error())));
  });
})()`;

/** Runs a process that stops by `stop`, asks it to, and resolves with its exit code; null when a signal ended it. */
async function exitCodeOf(stop: string, ask: "SIGTERM" | "disconnect") {
  const script = `import { onStopSignal } from "#scripts/process/stop-signal.ts";
    onStopSignal(${stop}, 200);
    setInterval(() => undefined, 1_000);
    process.send("ready");`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    env: { ...process.env, PUBLIC_URL: "http://till.test", DATABASE_URL: "postgres://localhost/till" },
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const exited = once(child, "exit");
  await once(child, "message");
  if (ask === "disconnect") child.disconnect();
  else child.kill(ask);
  if (stop === stopsOnce) {
    await once(child, "message");
    child.kill("SIGINT");
  }
  return (await exited)[0];
}

test.concurrent.for([
  ["that has stopped exits with 0", "async () => undefined", "SIGTERM", 0],
  ["whose parent is gone stops too", "async () => undefined", "disconnect", 0],
  ["that is asked again still stops in order", stopsOnce, "SIGTERM", 0],
  ["that fails to stop exits with 1", "async () => { throw new Error() }", "SIGTERM", 1],
  ["that hangs exits with 1 when its time is over", "() => new Promise(() => undefined)", "SIGTERM", 1],
] as const)("a process %s", async ([, stop, ask, code]) => {
  expect(await exitCodeOf(stop, ask)).toBe(code);
});

test("a process has 20 seconds to stop", async () => {
  vi.useFakeTimers();
  vi.spyOn(process, "exit").mockImplementation((code) => {
    throw new Error(`exited with ${code}`);
  });
  onTestFinished(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    for (const name of ["SIGTERM", "SIGINT"] as const) {
      const added = process.listeners(name).at(-1);
      if (added !== undefined) process.off(name, added);
    }
  });
  onStopSignal(() => new Promise(() => undefined));
  process.listeners("SIGTERM").at(-1)?.("SIGTERM");
  await vi.advanceTimersByTimeAsync(19_999);
  await expect(vi.advanceTimersByTimeAsync(1)).rejects.toThrow("exited with 1");
});
