import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import { type EventId, newId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { getWebhookEndpoint } from "#lib/domain/webhooks/get-endpoint.ts";
import { type Outcome, outcomeOf, postWebhook, secretsOf } from "#lib/domain/webhooks/post-webhook.ts";
import { findSecrets } from "#lib/domain/webhooks/repository.ts";

/** The result of a test. */
export type WebhookTest = Outcome & { eventId: EventId };

/**
 * Sends an event of type `webhook.test` to an endpoint, whatever its state and filters, and waits for the answer, up to 10 s. Nothing
 * of it is stored, and it doesn't count as a success or failure. Contacts another host: never call it inside a transaction.
 * @throws TillError `not_found`.
 */
export async function sendWebhookTest(scope: PartnerScope, id: string): Promise<WebhookTest> {
  const endpoint = await getWebhookEndpoint(scope, id);
  const sealed = await findSecrets(database, endpoint.id);
  if (sealed === null) throw new TillError("not_found");
  const at = clock.now();
  const eventId = newId("evt", at);
  const body = JSON.stringify({
    id: eventId,
    type: "webhook.test",
    timestamp: at.toISOString(),
    apiVersion: endpoint.apiVersion,
    data: { webhookEndpoint: { id: endpoint.id, url: endpoint.url } },
  });
  const posted = await postWebhook(new URL(endpoint.url), secretsOf(sealed, at), { id: eventId, at, body });
  return { eventId, ...outcomeOf(posted) };
}
