import type { RelayPurpose } from "#lib/chain/relay/purpose.ts";
import { env } from "#lib/env/env.ts";

/**
 * Marks that a step of a relay transaction was just persisted. Kills the process as a power cut would (SIGKILL) when
 * `FAULT_POINT` names its kind and step, such as `payout.signed`. Never in production, whatever the variable says.
 */
export function reachRelayFaultPoint(
  { purpose }: { purpose: RelayPurpose },
  step: "queued" | "reserved" | "signed" | "broadcast" | "mined" | "final",
): void {
  if (purpose.kind === "noop" || env().FAULT_POINT !== `${purpose.kind}.${step}`) return;
  if (env().NODE_ENV !== "production") process.kill(process.pid, "SIGKILL");
}
