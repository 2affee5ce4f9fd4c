import { clock } from "#lib/core/clock.ts";
import type { EventType } from "#lib/core/event-types.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { announceDeliveries } from "#lib/domain/events/record-events.ts";
import { lockAuthor } from "#lib/domain/partners/members/lock-author.ts";
import type { WebhookEndpoint } from "#lib/domain/webhooks/endpoint.ts";
import { checkEndpointUrl } from "#lib/domain/webhooks/endpoint-url.ts";
import { lockWebhookEndpoint } from "#lib/domain/webhooks/get-endpoint.ts";
import { requireOwnMerchants } from "#lib/domain/webhooks/own-merchants.ts";
import { setAuthorOfUrl, updateEndpointRow } from "#lib/domain/webhooks/repository.ts";

/** A change of an endpoint; what is undefined stays. */
export type WebhookEndpointChanges = {
  url?: string | undefined;
  description?: string | undefined;
  eventTypes?: readonly EventType[] | undefined;
  merchantIds?: readonly string[] | undefined;
  state?: "enabled" | "paused" | undefined;
};

/**
 * Changes an endpoint. The filters apply to events from the commit on. While it is paused, events wait; once
 * it is enabled or has another URL, they are delivered at once, and their three days start anew.
 * @throws TillError `not_found`; `params_validation` as for a new endpoint, but a merchant in its filter may
 * have been deleted since.
 */
export async function updateWebhookEndpoint(
  tx: Tx,
  scope: PartnerScope,
  id: string,
  changes: WebhookEndpointChanges,
): Promise<WebhookEndpoint> {
  const author = changes.url === undefined ? null : await lockAuthor(tx);
  const before = await lockWebhookEndpoint(tx, scope, id);
  const merchantIds =
    changes.merchantIds === undefined
      ? before.merchantIds
      : await requireOwnMerchants(tx, scope, changes.merchantIds, before.merchantIds);
  const after = {
    url: changes.url === undefined ? before.url : checkEndpointUrl(changes.url),
    description: changes.description ?? before.description,
    eventTypes: [...new Set(changes.eventTypes ?? before.eventTypes)],
    merchantIds,
    state: changes.state ?? before.state,
  };
  const isFresh = after.url !== before.url || (after.state === "enabled" && before.state !== "enabled");
  if (isFresh) announceDeliveries(tx, [scope.partnerId]);
  const endpoint = await updateEndpointRow(tx, before, after, isFresh, clock.now());
  if (changes.url !== undefined) await setAuthorOfUrl(tx, endpoint.id, author);
  return endpoint;
}
