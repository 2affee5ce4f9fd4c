import { database } from "#lib/db/pool.ts";
import type { WebhookEndpoint } from "#lib/domain/webhooks/endpoint.ts";
import type { WebhookReplay } from "#lib/domain/webhooks/replays/replay.ts";
import { findLatestReplay } from "#lib/domain/webhooks/replays/repository.ts";

/** Returns the latest replay of an endpoint; null when there was none. */
export function getLatestReplay(endpoint: WebhookEndpoint): Promise<WebhookReplay | null> {
  return findLatestReplay(database, endpoint);
}
