import { clientAddress, countedAddress } from "#lib/domain/platform/rate-limit/client-address.ts";
import { currentPeer } from "#lib/domain/platform/rate-limit/peer.ts";
import { env } from "#lib/env/env.ts";

/** Returns the client address of the current request, in the form that limits count it. */
export function callerAddress(forwardedFor: string | null | undefined): string {
  return countedAddress(clientAddress(currentPeer(), forwardedFor ?? undefined, env().TRUST_PROXY));
}
