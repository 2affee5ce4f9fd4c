import { env } from "#lib/env/env.ts";

/** The kind of relay transaction, and the last of its steps that was persisted. */
export type FaultPoint =
  `${"collection" | "deployment" | "deposit" | "payout" | "movement"}.${"queued" | "reserved" | "signed" | "broadcast" | "mined" | "final"}`;

/**
 * Kills the process as a power cut would (SIGKILL) when `FAULT_POINT` names this place; does nothing otherwise.
 * Never in production, whatever the variable says.
 */
export function reachFaultPoint(point: FaultPoint): void {
  if (env().FAULT_POINT !== point || env().NODE_ENV === "production") return;
  process.kill(process.pid, "SIGKILL");
}
