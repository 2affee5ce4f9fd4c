import { Logger } from "graphile-worker";
import { log } from "#lib/log/log.ts";

/** Hands graphile-worker's messages to our log; its news of every job started and done are debug. */
export function queueLogger(): Logger {
  return new Logger((scope) => (level, message) => {
    const at = level === "error" || level === "warning" ? "warn" : "debug";
    log()[at]({ queue: scope.label, taskId: scope.taskIdentifier }, message);
  });
}
