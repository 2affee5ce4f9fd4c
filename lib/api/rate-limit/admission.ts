import type { Caller } from "#lib/api/authenticate.ts";
import { type Credential, countedIdOf } from "#lib/api/credential.ts";
import type { ApiRequest } from "#lib/api/http.ts";
import { rateLimits } from "#lib/api/rate-limit/rate-limits.ts";
import { findRefused, rememberRefused } from "#lib/api/rate-limit/refused-clients.ts";
import type { RequestContext } from "#lib/api/request-context.ts";
import { modeOf } from "#lib/core/account-mode.ts";
import { type ErrorCode, isTillError } from "#lib/core/errors.ts";
import { type Quota, rateLimited } from "#lib/domain/platform/rate-limit/quota.ts";
import { countedAddress } from "#lib/edge/client-address.ts";

// Admission control: a request with good credentials counts against its key or app and their partner, and any
// other request against its address. An address over its limit is refused whatever fails next, but good
// credentials are always looked up, so a flood of wrong keys doesn't lock out good keys at the same address.
// The flood costs the database little: look-ups go out batched, in at most two statements at a time
// (findKeyHolder, findApp). Credentials over a limit are refused from memory until it resets, before they are
// looked up.

/** @throws TillError `rate_limited` while a limit refuses the request's credentials; the context then has `isRepeated`. */
export function refuseRepeated(request: ApiRequest, context: RequestContext): void {
  const nowMs = Date.now();
  const refusal = findRefused(request, nowMs);
  if (refusal === null) return;
  context.isAdmitted = true;
  context.isRepeated = true;
  context.quota = refusal.quota;
  throw rateLimited(refusal.quota, nowMs, refusal.message);
}

/**
 * Authenticates a request and counts it against its key, member or app and that one's partner, or its address if the app has no budgets.
 * A key or member without the permission is counted too. A long poll counts once, when it starts.
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
    if (isForbidden && context.credential !== null) await chargeCredential(request, context, context.credential);
    throw error;
  });
  if (caller.credential !== null) await chargeCredential(request, context, caller.credential);
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
  if (!quota?.isOver) return error;
  if (lacksCredentials.includes(error.code)) rememberRefused(request, quota, undefined);
  return rateLimited(quota, Date.now());
}

/** Refusals of credentials that no repeat makes good. Others, such as of an unknown path, may have a good key. */
const lacksCredentials: readonly ErrorCode[] = [
  "missing_api_key",
  "invalid_api_key",
  "missing_auth_headers",
  "invalid_app_id",
];

const partnersLimit = "The keys and apps of this account have used up its requests for this minute. Try again later.";

// One after the other: what one budget refuses must not count against the next, which other credentials share. The answer shows
// the credential's own budget of a minute, unless another one refuses the request.
async function chargeCredential(request: ApiRequest, context: RequestContext, credential: Credential): Promise<void> {
  context.isAdmitted = true;
  const { partnerId } = credential;
  const { keysPerSecond, perKey, perPartner } = rateLimits().accounts[modeOf(partnerId)];
  const charge = chargeFor(request, context);
  charge(await keysPerSecond.spend(partnerId));
  context.quota = charge(await perKey.spend(countedIdOf(credential)));
  charge(await perPartner.spend(partnerId), partnersLimit);
}

async function chargeApp(request: ApiRequest, context: RequestContext, caller: Caller): Promise<void> {
  context.isAdmitted = true;
  if (!("countedApp" in caller)) return;
  const address = countedAddress(request.remoteAddress);
  const { perAddress, perApp, perSecond, accounts } = rateLimits();
  const { countedApp: app } = caller;
  const client = app === null ? address : `${app.id} ${address}`;
  const charge = chargeFor(request, context);
  charge(await perSecond.app.spend(client));
  context.quota = charge(await (app === null ? perAddress : perApp).spend(client));
  const owner = app?.partnerId ?? null;
  if (owner === null) return;
  const { appsPerPartner, perPartner } = accounts[modeOf(owner)];
  charge(await appsPerPartner.spend(owner), partnersLimit);
  charge(await perPartner.spend(owner), partnersLimit);
}

/**
 * Returns a function that passes a budget's state on.
 * @throws TillError `rate_limited`, from the function, when the budget is used up.
 */
function chargeFor(request: ApiRequest, context: RequestContext) {
  return (quota: Quota | null, message?: string): Quota | null => {
    if (!quota?.isOver) return quota;
    context.quota = quota;
    rememberRefused(request, quota, message);
    throw rateLimited(quota, Date.now(), message);
  };
}
