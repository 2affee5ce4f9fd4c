import type { Caller } from "#lib/api/authenticate.ts";
import type { ApiRequest } from "#lib/api/http.ts";
import { rateLimits } from "#lib/api/rate-limit/rate-limits.ts";
import type { RequestContext } from "#lib/api/request-context.ts";
import { isTillError } from "#lib/core/errors.ts";
import { type Quota, rateLimited } from "#lib/domain/platform/rate-limit/quota.ts";
import { countedAddress } from "#lib/edge/client-address.ts";

// Admission control: a request with good credentials counts against its key or app, and any other request against its
// address. An address over its limit is refused whatever fails next, but good credentials are always looked up, so a
// flood of wrong keys doesn't lock out good keys at the same address. The flood costs the database little: look-ups go out
// batched, in at most two statements at a time (findKeyHolder, findApp).

/**
 * Authenticates a request and counts it against its key or app, or its address if the app is unknown. A key that lacks the
 * permission is counted too. A long poll counts once, when it starts.
 * @throws TillError `rate_limited` when the key or app is over its limit, and whatever `identify` throws.
 */
export async function admit<C extends Caller>(
  request: ApiRequest,
  context: RequestContext,
  identify: () => Promise<C>,
): Promise<C> {
  const caller = await identify().catch(async (error: unknown) => {
    // Only a request with a good key gets a `forbidden`.
    const isForbidden = isTillError(error) && error.code === "forbidden";
    if (isForbidden && context.key !== null) await chargeKey(context, context.key.keyId);
    throw error;
  });
  if (caller.key !== null) await chargeKey(context, caller.key.keyId);
  else await chargeApp(request, context, caller);
  return caller;
}

/**
 * Counts a failed request against its address, unless it was admitted before it failed.
 * @returns the error to answer with: the given one, or `rate_limited` when the address is over its limit.
 */
export async function countRefused(request: ApiRequest, context: RequestContext, error: unknown): Promise<unknown> {
  if (context.isAdmitted || !isTillError(error)) return error;
  const quota = await rateLimits().perAddress.spend(countedAddress(request.remoteAddress));
  context.quota = quota;
  return quota?.isOver ? rateLimited(quota, Date.now()) : error;
}

async function chargeKey(context: RequestContext, keyId: string): Promise<void> {
  context.isAdmitted = true;
  charge(context, await rateLimits().perKey.spend(keyId));
}

async function chargeApp(request: ApiRequest, context: RequestContext, caller: Caller): Promise<void> {
  context.isAdmitted = true;
  if (!("appId" in caller)) return;
  const address = countedAddress(request.remoteAddress);
  const { perAddress, perApp } = rateLimits();
  const { appId } = caller;
  charge(context, await (appId === null ? perAddress.spend(address) : perApp.spend(`${appId} ${address}`)));
}

function charge(context: RequestContext, quota: Quota | null): void {
  context.quota = quota;
  if (quota?.isOver) throw rateLimited(quota, Date.now());
}
