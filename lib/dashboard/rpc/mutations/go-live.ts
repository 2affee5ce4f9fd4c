import { z } from "zod";
import { TillError } from "#lib/core/errors.ts";
import { formRequest } from "#lib/dashboard/form-request.ts";
import { key } from "#lib/dashboard/rpc/fields.ts";
import { defineMutation } from "#lib/dashboard/rpc/procedure.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { copyEndpointToLive } from "#lib/domain/partners/go-live/copy-endpoint.ts";
import { copyMerchantToLive } from "#lib/domain/partners/go-live/copy-merchant.ts";
import type { CopyScopes } from "#lib/domain/partners/go-live/repository.ts";
import { findTestScope } from "#lib/domain/partners/go-live/test-scope.ts";
import { runOnce } from "#lib/domain/platform/idempotency/run-once.ts";

/** Copies a merchant's profile and settings from test mode, once. */
const copyMerchant = defineMutation({
  right: "merchants:write",
  changesCheckout: true,
  needsProof: true,
  input: z.strictObject({ merchantId: z.string().max(64) }),
  async resolve({ scope }, { merchantId }) {
    const scopes = await scopesOf(scope);
    return { merchantId: await inTransaction((tx) => copyMerchantToLive(tx, scopes, merchantId)) };
  },
});

/**
 * Copies a webhook endpoint from test mode, once. Only the response to the idempotency key that made the copy contains its secret, and
 * is remembered encrypted.
 */
const copyEndpoint = defineMutation({
  right: "keys:write",
  changesCheckout: false,
  needsProof: true,
  input: z.strictObject({ key, endpointId: z.string().max(64) }),
  async resolve({ scope }, { key, endpointId }) {
    const scopes = await scopesOf(scope);
    const once = { ...formRequest(scope, "copyWebhookEndpoint", key, { endpointId }), isSecret: true };
    const { body } = await runOnce(once, async (tx) => {
      return { status: 201, body: JSON.stringify(await copyEndpointToLive(tx, scopes, endpointId)) };
    });
    return JSON.parse(body) as { endpointId: string; secret: string | null };
  },
});

/** @throws TillError `not_found` when test mode was never used. */
async function scopesOf(live: PartnerScope): Promise<CopyScopes> {
  const test = await findTestScope(live);
  if (test === null) throw new TillError("not_found");
  return { live, test };
}

export const goLiveMutations = { "goLive.copyMerchant": copyMerchant, "goLive.copyEndpoint": copyEndpoint };
