import { spawn } from "node:child_process";

/**
 * Stops process `pid` with SIGINT when this process exits for any reason. SIGKILL also closes the pipe to the watchdog,
 * while an exit hook wouldn't run. Costs one idle shell.
 *
 * @returns a function that stops the watchdog; call it as soon as `pid` has exited, before its pid can be reused.
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
