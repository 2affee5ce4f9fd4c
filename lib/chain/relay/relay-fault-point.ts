import type { RelayPurpose } from "#lib/chain/relay/purpose.ts";
import { reachFaultPoint } from "#lib/env/fault-point.ts";

/** A step of a relay transaction has just been persisted: a place where fault tests may kill the process. */
export function reachRelayFaultPoint(
  { purpose }: { purpose: RelayPurpose },
  step: "queued" | "reserved" | "signed" | "broadcast" | "mined" | "final",
): void {
  if (purpose.kind !== "noop") reachFaultPoint(`${purpose.kind}.${step}`);
}
