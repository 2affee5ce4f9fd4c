import { clientAddress, countedAddress } from "#lib/domain/platform/rate-limit/client-address.ts";
import { currentPeer } from "#lib/domain/platform/rate-limit/peer.ts";
import { env } from "#lib/env/env.ts";

/** The name under which the address of the request is counted that is being answered. */
export function callerAddress(forwardedFor: string | null | undefined): string {
  return countedAddress(clientAddress(currentPeer(), forwardedFor ?? undefined, env().TRUST_PROXY));
}
