import type { Credential } from "#lib/api/credential.ts";
import type { ApiRequest } from "#lib/api/http.ts";
import type { Audience } from "#lib/api/operation.ts";
import type { RequestContext } from "#lib/api/request-context.ts";
import { TillError } from "#lib/core/errors.ts";
import type { MerchantScope, PartnerScope, Scope } from "#lib/db/scope.ts";
import { getMerchantScope } from "#lib/domain/merchants/get-merchant-scope.ts";
import { isInNetworks } from "#lib/domain/partners/api-keys/allowed-networks.ts";
import { findKeyHolder } from "#lib/domain/partners/api-keys/find-key-holder.ts";
import type { Permission } from "#lib/domain/partners/api-keys/permissions.ts";
import type { KeyHolder } from "#lib/domain/partners/api-keys/repository.ts";
import { type App, findApp, isAnonymousApp, isChosenAppId } from "#lib/domain/partners/apps/find-app.ts";
import type { ApiMember } from "#lib/edge/api-member.ts";
import { proofMissing } from "#lib/edge/proof-missing.ts";
import { env } from "#lib/env/env.ts";

/** An authenticated caller and the scope of its data access. */
export type PartnerCaller = { scope: PartnerScope; credential: Credential };
export type MerchantCaller = { scope: MerchantScope; credential: Credential };
type GatewayCaller = {
  scope: Scope;
  credential: Credential | null;
  appId: string | null;
  /** The app against whose budgets the request counts; null for those of its address. */
  countedApp: Pick<App, "id" | "partnerId"> | null;
  clientId: string | null;
};
export type CallerOf<A extends Audience> = {
  partner: PartnerCaller;
  merchant: MerchantCaller;
  /** The scope's merchant is null without a Merchant-Id. */
  "partner-or-merchant": PartnerCaller;
  gateway: GatewayCaller;
}[A];
export type Caller = PartnerCaller | MerchantCaller | GatewayCaller;

/** The part of an operation that decides who may call it. */
type Access = { audience: Audience; permission: Permission; keyHeader?: string };

/**
 * Authenticates a request by its Api-Key or App-Id, or by the member who sends it, and records a valid key or member in the context,
 * even when it lacks the permission.
 * @throws TillError 401 for missing or wrong credentials, 403 `forbidden` for a key without the permission or
 * outside of its networks, a member without the permission or a recent proof, or a Merchant-Id that doesn't belong to the partner.
 */
export async function authenticate(
  request: ApiRequest,
  context: RequestContext,
  { audience, permission, keyHeader }: Access,
): Promise<Caller> {
  if (audience === "gateway") return authenticateGateway(request, context, permission);
  const secret = request.header("api-key") || (keyHeader && request.header(keyHeader));
  const credential = await requireCredential(request, secret, context, permission);
  const scope: PartnerScope = { partnerId: credential.partnerId, merchantId: null };
  if (audience === "partner") return { scope, credential };
  const merchantId = request.header("merchant-id");
  if (!merchantId && audience === "merchant") throw new TillError("missing_merchant_id");
  if (!merchantId) return { scope, credential };
  return { scope: await getMerchantScope(scope, merchantId), credential };
}

async function requireCredential(
  request: ApiRequest,
  secret: string | undefined,
  context: RequestContext,
  permission: Permission,
): Promise<Credential> {
  const { member } = request;
  return member === undefined
    ? requireKey(request, secret, context, permission)
    : requireMember(member, context, permission);
}

function requireMember(member: ApiMember, context: RequestContext, permission: Permission): ApiMember {
  context.credential = member;
  const { role, permissions, unproved } = member;
  if (!permissions.has(permission)) {
    throw new TillError("forbidden", {
      message: `Your role (${role}) doesn't include the permission ${permission}. Ask an owner or admin.`,
    });
  }
  if (unproved.has(permission)) throw new TillError("forbidden", proofMissing);
  return member;
}

async function requireKey(
  request: ApiRequest,
  secret: string | undefined,
  context: RequestContext,
  permission: Permission,
): Promise<KeyHolder> {
  if (!secret) throw new TillError("missing_api_key");
  const holder = await findKeyHolder(secret);
  if (holder === null) throw new TillError("invalid_api_key");
  // Before the context names the key: a stolen one must not use up the limit of its owner's servers.
  if (!isInNetworks(request.remoteAddress, holder.allowedNetworks)) {
    const message = `The API key isn't allowed from this address (${request.remoteAddress ?? "unknown"}). Add it to the key's networks.`;
    throw new TillError("forbidden", { message });
  }
  context.credential = holder;
  if (!holder.permissions.has(permission)) {
    throw new TillError("forbidden", {
      message: `The API key lacks the permission ${permission}. Use a key that has it.`,
    });
  }
  return holder;
}

/**
 * A valid App-Id takes precedence and reaches any payment by its id; a key reaches only its own partner's
 * payments. With ANY_APP_ID, an unregistered id is an anonymous wallet's: it is not stored, and has no
 * budgets of its own. So is the id of a wallet kit that a partner has registered, apart from its name:
 * whatever that partner does with it, buyers of others can pay.
 */
async function authenticateGateway(
  request: ApiRequest,
  context: RequestContext,
  permission: Permission,
): Promise<GatewayCaller> {
  const { member } = request;
  const secret = request.header("api-key");
  const appId = request.header("app-id");
  const clientId = request.header("client-id") || null;
  const app = appId ? await findApp(appId) : null;
  if (app !== null) {
    return {
      scope: { partnerId: null, merchantId: null },
      credential: null,
      appId: app.id,
      countedApp: env().ANY_APP_ID && isChosenAppId(app.id) ? null : app,
      clientId,
    };
  }
  if (secret || member !== undefined) {
    const credential = await requireCredential(request, secret, context, permission);
    const scope = { partnerId: credential.partnerId, merchantId: null };
    return { scope, credential, appId: null, countedApp: null, clientId };
  }
  if (appId && env().ANY_APP_ID && (await isAnonymousApp(appId))) {
    return { scope: { partnerId: null, merchantId: null }, credential: null, appId: null, countedApp: null, clientId };
  }
  throw new TillError(appId ? "invalid_app_id" : "missing_auth_headers");
}
