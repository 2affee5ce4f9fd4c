import { spawn } from "node:child_process";

/**
 * Stops process `pid` (SIGINT) when this process ends, however it ends: SIGKILL closes the pipe as well, which no exit
 * hook would notice. Costs one sleeping shell.
 *
 * @returns a function that calls the watch off; call it as soon as `pid` has ended, before its number is used again.
 */
export function stopWithThisProcess(pid: number): () => void {
  const watchdog = spawn("/bin/sh", ["-c", 'read -r _; kill -INT "$0"', String(pid)], {
    cwd: "/",
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  watchdog.on("error", () => undefined);
  watchdog.unref();
  return () => {
    watchdog.kill("SIGKILL");
  };
}
