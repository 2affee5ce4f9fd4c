import type { RelayPurpose } from "#lib/chain/relay/purpose.ts";
import { reachFaultPoint } from "#lib/env/fault-point.ts";

/** Marks that a step of a relay transaction was just persisted: a point where fault tests may kill the process. */
export function reachRelayFaultPoint(
  { purpose }: { purpose: RelayPurpose },
  step: "queued" | "reserved" | "signed" | "broadcast" | "mined" | "final",
): void {
  if (purpose.kind !== "noop") reachFaultPoint(`${purpose.kind}.${step}`);
}
