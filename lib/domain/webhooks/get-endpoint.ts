import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import type { Tx } from "#lib/db/transaction.ts";
import type { WebhookEndpoint } from "#lib/domain/webhooks/endpoint.ts";
import { findEndpoint, selectEndpoints } from "#lib/domain/webhooks/repository.ts";

/** Returns an endpoint. @throws TillError `not_found` when the id is unknown, deleted or another partner's. */
export async function getWebhookEndpoint(scope: PartnerScope, id: string): Promise<WebhookEndpoint> {
  const found = isId("whe", id) ? await findEndpoint(database, scope, id, clock.now()) : null;
  if (found === null) throw new TillError("not_found");
  return found;
}

/** Locks an endpoint against other changes until the transaction ends. @throws TillError `not_found` as for reading it. */
export async function lockWebhookEndpoint(tx: Tx, scope: PartnerScope, id: string): Promise<WebhookEndpoint> {
  const found = isId("whe", id) ? await findEndpoint(tx, scope, id, clock.now(), "for update") : null;
  if (found === null) throw new TillError("not_found");
  return found;
}

/** Lists a partner's endpoints, oldest first. */
export function listWebhookEndpoints(scope: PartnerScope): Promise<WebhookEndpoint[]> {
  return selectEndpoints(database, scope, clock.now());
}
