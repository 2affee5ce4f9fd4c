import { setTimeout as pause } from "node:timers/promises";
import type { Caller } from "#lib/api/authenticate.ts";
import type { ApiRequest } from "#lib/api/http.ts";
import { rateLimits } from "#lib/api/rate-limit/rate-limits.ts";
import type { RequestContext } from "#lib/api/request-context.ts";
import { isTillError } from "#lib/core/errors.ts";
import type { KeyHolder } from "#lib/domain/partners/api-keys/repository.ts";
import { type Quota, rateLimited } from "#lib/domain/platform/rate-limit/quota.ts";
import { countedAddress } from "#lib/edge/client-address.ts";

// Admission control: a request with good credentials counts against its key or app and their partner, and any other request against its
// address. An address over its limit is refused whatever fails next, but good credentials are always looked up, so a
// flood of wrong keys doesn't lock out good keys at the same address. The flood costs the database little: look-ups go out
// batched, in at most two statements at a time (findKeyHolder, findApp).

/**
 * Authenticates a request and counts it against its key or app and that one's partner, or its address if the app has no budgets. A key that lacks the
 * permission is counted too. A long poll counts once, when it starts. Resolves a little later for the keys of a partner, or an app at an
 * address, that are ahead of an even use of a budget.
 * @throws TillError `rate_limited` when the key, app or partner is over its limit, and whatever `identify` throws.
 */
export async function admit<C extends Caller>(
  request: ApiRequest,
  context: RequestContext,
  identify: () => Promise<C>,
): Promise<C> {
  const caller = await identify().catch(async (error: unknown) => {
    // Only a request with a good key gets a `forbidden`.
    const isForbidden = isTillError(error) && error.code === "forbidden";
    if (isForbidden && context.key !== null) await chargeKey(context, context.key);
    throw error;
  });
  if (caller.key !== null) await chargeKey(context, caller.key);
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

// One after the other: what one budget refuses must not count against the next, which other credentials share.
async function chargeKey(
  context: RequestContext,
  { keyId, partnerId }: Pick<KeyHolder, "keyId" | "partnerId">,
): Promise<void> {
  context.isAdmitted = true;
  charge(context, await rateLimits().perKey.spend(keyId));
  chargePartner(context, await rateLimits().perPartner.spend(partnerId));
  await keepPace(rateLimits().keysPace(partnerId, performance.now()));
}

async function chargeApp(request: ApiRequest, context: RequestContext, caller: Caller): Promise<void> {
  context.isAdmitted = true;
  if (!("countedApp" in caller)) return;
  const address = countedAddress(request.remoteAddress);
  const { perAddress, perApp, appsPerPartner, perPartner, appPace } = rateLimits();
  const { countedApp: app } = caller;
  const client = app === null ? address : `${app.id} ${address}`;
  charge(context, await (app === null ? perAddress : perApp).spend(client));
  const owner = app?.partnerId ?? null;
  if (owner !== null) {
    chargePartner(context, await appsPerPartner.spend(owner));
    chargePartner(context, await perPartner.spend(owner));
  }
  await keepPace(appPace(client, performance.now()));
}

async function keepPace(aheadMs: number): Promise<void> {
  if (aheadMs > 0) await pause(aheadMs);
}

/** The answer shows the credential's own budget, unless the partner's is used up. */
function chargePartner(context: RequestContext, quota: Quota | null): void {
  if (!quota?.isOver) return;
  context.quota = quota;
  const message = "The keys and apps of this account have used up its requests for this minute. Try again later.";
  throw rateLimited(quota, Date.now(), message);
}

function charge(context: RequestContext, quota: Quota | null): void {
  context.quota = quota;
  if (quota?.isOver) throw rateLimited(quota, Date.now());
}
