import { isTestAccount } from "#lib/core/account-mode.ts";
import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import { type EventId, newId } from "#lib/core/ids.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { database } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { createBudget } from "#lib/domain/platform/rate-limit/budget.ts";
import { rateLimited } from "#lib/domain/platform/rate-limit/quota.ts";
import { sharedRedis } from "#lib/domain/platform/rate-limit/redis.ts";
import { getWebhookEndpoint } from "#lib/domain/webhooks/get-endpoint.ts";
import { type Outcome, outcomeOf, postWebhook, secretsOf } from "#lib/domain/webhooks/post-webhook.ts";
import { findSecrets } from "#lib/domain/webhooks/repository.ts";

const testsPerMinute = 10;
const testsOfPartnerPerMinute = 30;

const budgets = processSingleton("webhook-test-limits", () => ({
  endpoint: createBudget({ policy: "webhook-test", limit: testsPerMinute, redis: sharedRedis() }),
  partner: createBudget({ policy: "webhook-test-partner", limit: testsOfPartnerPerMinute, redis: sharedRedis() }),
}));

/** The result of a test. */
export type WebhookTest = Outcome & { eventId: EventId };

/**
 * Sends an event of type `webhook.test` to an endpoint, whatever its state and filters, and waits for the
 * answer, up to 10 s. Nothing of it is stored, and it doesn't count as a success or failure. Contacts another
 * host: never call it inside a transaction.
 * @throws TillError `not_found`; `rate_limited` beyond 10 tests of the endpoint or 30 of the partner in a
 * minute, because any public host can be the endpoint.
 */
export async function sendWebhookTest(scope: PartnerScope, id: string): Promise<WebhookTest> {
  const endpoint = await getWebhookEndpoint(scope, id);
  const sealed = await findSecrets(database, endpoint.id);
  if (sealed === null) throw new TillError("not_found");
  await limitTests(scope, endpoint.id);
  const at = clock.now();
  const eventId = newId("evt", at);
  const body = JSON.stringify({
    id: eventId,
    type: "webhook.test",
    live: !isTestAccount(endpoint.partnerId),
    timestamp: at.toISOString(),
    apiVersion: endpoint.apiVersion,
    data: { webhookEndpoint: { id: endpoint.id, url: endpoint.url } },
  });
  const posted = await postWebhook(new URL(endpoint.url), secretsOf(sealed, at), { id: eventId, at, body });
  return { eventId, ...outcomeOf(posted) };
}

async function limitTests({ partnerId }: PartnerScope, endpointId: string): Promise<void> {
  const { endpoint, partner } = budgets();
  // One after the other: a test that the endpoint's limit refuses doesn't count against the partner's.
  const quota = await endpoint.spend(endpointId);
  const over = quota?.isOver ? quota : await partner.spend(partnerId);
  if (!over?.isOver) return;
  const owner = over.policy === "webhook-test" ? "this endpoint" : "the endpoints of this account";
  const message = `At most ${over.limit} tests of ${owner} can be sent in a minute. Try again later.`;
  throw rateLimited(over, clock.now().getTime(), message);
}
