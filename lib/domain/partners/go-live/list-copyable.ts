import type { EventType } from "#lib/core/event-types.ts";
import type { MerchantId, WebhookEndpointId } from "#lib/core/ids.ts";
import type { PageRequest, Position } from "#lib/db/keyset.ts";
import { database } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { listMerchants } from "#lib/domain/merchants/list-merchants.ts";
import { copyIdOf } from "#lib/domain/partners/go-live/copy-id.ts";
import { findCopies } from "#lib/domain/partners/go-live/repository.ts";
import { findTestScope } from "#lib/domain/partners/go-live/test-scope.ts";
import { listWebhookEndpoints } from "#lib/domain/webhooks/get-endpoint.ts";

/** The copy of a record of test mode in the live account; null before it is copied. */
type CopyState = { copy: { id: string; isDeleted: boolean } | null };
type CopyableMerchant = CopyState & { id: MerchantId; name: string; email: string };
type CopyableEndpoint = CopyState & {
  id: WebhookEndpointId;
  url: string;
  eventTypes: EventType[];
  merchantIds: MerchantId[];
  /** Another live endpoint has the same URL. */
  isUrlTaken: boolean;
};

/** Lists the merchants of an account's test mode with their live copies, newest first; none if test mode was never used. */
export async function listCopyableMerchants(
  live: PartnerScope,
  page: PageRequest,
): Promise<{ merchants: CopyableMerchant[]; next: Position | null }> {
  const test = await findTestScope(live);
  if (test === null) return { merchants: [], next: null };
  const { merchants, next } = await listMerchants(test, {}, page);
  const ids = merchants.map(({ id }) => copyIdOf(id));
  const copies = await findCopies(database, live, "merchants", ids);
  const withCopies = merchants.map(({ id, name, email }) => {
    return { id, name, email, copy: copies.get(copyIdOf(id)) ?? null };
  });
  return { merchants: withCopies, next };
}

/** Lists the webhook endpoints of an account's test mode with their live copies, oldest first. */
export async function listCopyableEndpoints(live: PartnerScope): Promise<CopyableEndpoint[]> {
  const test = await findTestScope(live);
  if (test === null) return [];
  const [endpoints, liveEndpoints] = await Promise.all([listWebhookEndpoints(test), listWebhookEndpoints(live)]);
  const ids = endpoints.map(({ id }) => copyIdOf(id));
  const copies = await findCopies(database, live, "endpoints", ids);
  const taken = new Set(liveEndpoints.map(({ url }) => url));
  return endpoints.map(({ id, url, eventTypes, merchantIds }) => {
    const copy = copies.get(copyIdOf(id)) ?? null;
    return { id, url, eventTypes, merchantIds, copy, isUrlTaken: copy === null && taken.has(url) };
  });
}
