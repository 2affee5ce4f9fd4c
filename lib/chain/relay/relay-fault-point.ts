import { kindOf, type Purpose } from "#lib/chain/relay/relay-transaction.ts";
import { reachFaultPoint } from "#lib/env/fault-point.ts";

/** A step of a relay transaction has just been persisted: a place where fault tests may kill the process. */
export function reachRelayFaultPoint(
  { purpose }: { purpose: Purpose },
  step: "queued" | "reserved" | "signed" | "broadcast" | "mined" | "final",
): void {
  const kind = kindOf(purpose);
  if (kind !== "fill") reachFaultPoint(`${kind}.${step}`);
}
