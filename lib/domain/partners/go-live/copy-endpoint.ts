import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import { isId, type MerchantId, type WebhookEndpointId } from "#lib/core/ids.ts";
import { isolated } from "#lib/core/isolated.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { listMerchantNames } from "#lib/domain/merchants/repository.ts";
import { copyIdOf } from "#lib/domain/partners/go-live/copy-id.ts";
import { type CopyScopes, findCopies } from "#lib/domain/partners/go-live/repository.ts";
import { lockAuthor } from "#lib/domain/partners/members/lock-author.ts";
import { createWebhookEndpoint } from "#lib/domain/webhooks/create-endpoint.ts";
import { countEndpointsForUpdate, findEndpoint, selectEndpoints } from "#lib/domain/webhooks/repository.ts";

/**
 * Copies a webhook endpoint of the test account to the live one: its URL, description, events and API version, and the merchants of
 * its filter, by their copies. The copy is enabled and has a secret of its own. An endpoint has one copy, as a merchant has.
 * @returns the copy's id, and its secret if this call has made it.
 * @throws TillError `not_found` when the test account has no such endpoint; `invalid_state` when a merchant of its filter isn't in the
 * live account, another live endpoint has the same URL, or as when creating one.
 */
export async function copyEndpointToLive(
  tx: Tx,
  { live, test }: CopyScopes,
  id: string,
): Promise<{ endpointId: WebhookEndpointId; secret: string | null }> {
  const now = clock.now();
  const endpoint = isId("whe", id) ? await findEndpoint(tx, test, id, now) : null;
  if (endpoint === null) throw new TillError("not_found");
  const copyId = copyIdOf(endpoint.id);
  // In the order of `createWebhookEndpoint`. From here on, no one else adds an endpoint.
  await lockAuthor(tx);
  await countEndpointsForUpdate(tx, live);
  if ((await findCopies(tx, live, "endpoints", [copyId])).size > 0) return { endpointId: copyId, secret: null };
  if ((await selectEndpoints(tx, live, now)).some(({ url }) => url === endpoint.url)) {
    const message = "Live mode already has an endpoint with this URL, which would receive each event twice.";
    throw new TillError("invalid_state", { message });
  }
  const { url, description, eventTypes, apiVersion } = endpoint;
  const merchantIds = await requireCopies(tx, { live, test }, endpoint.merchantIds);
  const settings = { id: copyId, url, description, eventTypes, merchantIds, apiVersion };
  const { secret } = await createWebhookEndpoint(tx, live, settings);
  return { endpointId: copyId, secret };
}

/** Returns the copies of a filter's merchants. A filter that named fewer merchants would send other events. */
async function requireCopies(tx: Tx, { live, test }: CopyScopes, ids: readonly MerchantId[]): Promise<MerchantId[]> {
  const copies = await findCopies(tx, live, "merchants", ids.map(copyIdOf));
  const isCopied = (id: MerchantId) => copies.get(copyIdOf(id))?.isDeleted === false;
  const missing = ids.filter((id) => !isCopied(id));
  if (missing.length === 0) return ids.map(copyIdOf);
  const names = await listMerchantNames(tx, test, missing);
  const words = missing.map((id) => isolated(names.get(id) ?? id)).join(", ");
  const message = `The endpoint receives only the events of merchants that live mode doesn't have: ${words}. Copy these first.`;
  throw new TillError("invalid_state", { message });
}
