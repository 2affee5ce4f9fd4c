import { hash } from "node:crypto";
import type { Caller } from "#lib/api/authenticate.ts";
import type { ApiRequest } from "#lib/api/http.ts";
import type { Audience } from "#lib/api/operation.ts";
import { rateLimits } from "#lib/api/rate-limit/rate-limits.ts";
import type { RequestContext } from "#lib/api/request-context.ts";
import { isTillError } from "#lib/core/errors.ts";
import { findKeyHolder } from "#lib/domain/partners/api-keys/find-key-holder.ts";
import { type Quota, rateLimited } from "#lib/domain/platform/rate-limit/quota.ts";
import { countedAddress } from "#lib/edge/client-address.ts";
import { statusOf } from "#lib/edge/http-error.ts";

/**
 * Authenticates a request within the limits: counts it for its key or app once it is known whose it is, also when the
 * key may not do this. What is not let in is counted by {@link countRefused}. A held poll is counted here, at its
 * start, and never again.
 * @throws TillError 429 `rate_limited`, and whatever `identify` throws.
 */
export async function admit<C extends Caller>(
  request: ApiRequest,
  context: RequestContext,
  audience: Audience,
  identify: () => Promise<C>,
): Promise<C> {
  try {
    const caller = await pastTheDoor(request, context, audience, identify);
    await chargeCaller(request, context, caller);
    return caller;
  } catch (error) {
    // Only a good key is told that it may not do this.
    if (isTillError(error) && error.code === "forbidden") await chargeForbidden(request, context);
    throw error;
  }
}

/**
 * Counts a request that ended before anybody was authenticated for its address.
 * @returns what to answer: the error as it was, or 429 `rate_limited` when the address has no failures left.
 */
export async function countRefused(request: ApiRequest, context: RequestContext, error: unknown): Promise<unknown> {
  if (context.isAdmitted || !isTillError(error)) return error;
  const { perAddress, doorkeeper } = rateLimits();
  const address = countedAddress(request.remoteAddress);
  const known = doorkeeper.noiseOf(address);
  const quota = known ?? (await perAddress.spend(address));
  context.quota = quota;
  if (quota === null || !quota.isOver) return error;
  if (known === null) doorkeeper.tellNoisy(address, quota);
  return rateLimited(quota, Date.now());
}

async function pastTheDoor<C extends Caller>(
  request: ApiRequest,
  context: RequestContext,
  audience: Audience,
  identify: () => Promise<C>,
): Promise<C> {
  const { doorkeeper } = rateLimits();
  const noise = doorkeeper.noiseOf(countedAddress(request.remoteAddress));
  if (noise === null) return identify();
  const credentials = credentialsOf(request, audience);
  if (!doorkeeper.knowsOneOf(credentials)) {
    const caller = await doorkeeper.askForStranger(identify);
    if (caller !== null) return caller;
    context.quota = noise;
    throw rateLimited(noise, Date.now());
  }
  try {
    return await identify();
  } catch (error) {
    if (isTillError(error) && statusOf(error) === 401) doorkeeper.forget(credentials);
    throw error;
  }
}

async function chargeCaller(request: ApiRequest, context: RequestContext, { key, ...rest }: Caller): Promise<void> {
  const { perKey, perApp, doorkeeper } = rateLimits();
  context.isAdmitted = true;
  if (key !== null) {
    rememberKey(request, key);
    charge(context, await perKey.spend(key.keyId));
  } else if ("appId" in rest && rest.appId !== null) {
    doorkeeper.remember(appCredential(rest.appId));
    charge(context, await perApp.spend(`${rest.appId} ${countedAddress(request.remoteAddress)}`));
  }
}

async function chargeForbidden(request: ApiRequest, context: RequestContext): Promise<void> {
  const holder = await findKeyHolder(request.header("api-key") ?? "");
  if (holder === null) return;
  context.isAdmitted = true;
  rememberKey(request, holder);
  charge(context, await rateLimits().perKey.spend(holder.keyId));
}

function charge(context: RequestContext, quota: Quota | null): void {
  context.quota = quota;
  if (quota?.isOver) throw rateLimited(quota, Date.now());
}

/** Holders that were remembered already: the same object comes from the cache for seconds, and hashing is not free. */
const remembered = new WeakSet<object>();

function rememberKey(request: ApiRequest, holder: object): void {
  if (remembered.has(holder)) return;
  remembered.add(holder);
  rateLimits().doorkeeper.remember(keyCredential(request.header("api-key") ?? ""));
}

/** What a request of this audience can show, in the form in which it is remembered: no secret as it is. */
function credentialsOf(request: ApiRequest, audience: Audience): string[] {
  const [secret, appId] = [request.header("api-key"), audience === "gateway" ? request.header("app-id") : undefined];
  return [...(appId ? [appCredential(appId)] : []), ...(secret ? [keyCredential(secret)] : [])];
}

const appCredential = (appId: string) => `app ${appId}`;
const keyCredential = (secret: string) => `key ${hash("sha256", secret, "base64")}`;
