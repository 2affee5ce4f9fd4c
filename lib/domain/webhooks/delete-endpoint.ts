import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import { isId, type WebhookEndpointId } from "#lib/core/ids.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { announceDeliveries } from "#lib/domain/events/record-events.ts";
import { softDeleteEndpoint } from "#lib/domain/webhooks/repository.ts";

/**
 * Deletes an endpoint: from the commit on it gets no more events, and a worker fails its pending deliveries. Idempotent.
 * @throws TillError `not_found` when the id is unknown or another partner's.
 */
export async function deleteWebhookEndpoint(tx: Tx, scope: PartnerScope, id: string): Promise<WebhookEndpointId> {
  if (!isId("whe", id) || !(await softDeleteEndpoint(tx, scope, id, clock.now()))) throw new TillError("not_found");
  announceDeliveries(tx, [scope.partnerId]);
  return id;
}
