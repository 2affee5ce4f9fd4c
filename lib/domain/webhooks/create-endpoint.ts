import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import type { EventType } from "#lib/core/event-types.ts";
import { newId, type WebhookEndpointId } from "#lib/core/ids.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { lockAuthor } from "#lib/domain/partners/members/lock-author.ts";
import { maxEndpoints, type WebhookEndpoint } from "#lib/domain/webhooks/endpoint.ts";
import { checkEndpointUrl } from "#lib/domain/webhooks/endpoint-url.ts";
import { requireOwnMerchants } from "#lib/domain/webhooks/own-merchants.ts";
import { countEndpointsForUpdate, insertEndpoint } from "#lib/domain/webhooks/repository.ts";
import { newSigningSecret, sealSecret } from "#lib/domain/webhooks/secret.ts";

/** The settings of a new endpoint; lists that are empty mean all. */
export type NewWebhookEndpoint = {
  url: string;
  description: string;
  eventTypes: readonly EventType[];
  merchantIds: readonly string[];
  apiVersion: string;
  /** A new one without it. */
  id?: WebhookEndpointId;
};

/**
 * Creates an endpoint that receives a partner's events from now on.
 * @returns it with its signing secret, which can't be read again.
 * @throws TillError `params_validation` for a URL that breaks a rule or a merchant that isn't the partner's;
 * `invalid_state` when the partner has 16 already, or this installation can't keep secrets.
 */
export async function createWebhookEndpoint(
  tx: Tx,
  scope: PartnerScope,
  { url, description, eventTypes, merchantIds, apiVersion, id: givenId }: NewWebhookEndpoint,
): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
  const checked = checkEndpointUrl(url);
  const author = await lockAuthor(tx);
  if ((await countEndpointsForUpdate(tx, scope)) >= maxEndpoints) {
    throw new TillError("invalid_state", {
      message: `This account already has the maximum of ${maxEndpoints} webhook endpoints. Delete one, then try again.`,
    });
  }
  const merchants = await requireOwnMerchants(tx, scope, merchantIds);
  const now = clock.now();
  const id = givenId ?? newId("whe", now);
  const secret = newSigningSecret();
  const settings = { url: checked, description, eventTypes: unique(eventTypes), merchantIds: merchants, apiVersion };
  const endpoint = await insertEndpoint(tx, id, scope, { ...settings, secret: sealSecret(id, secret), author }, now);
  return { endpoint, secret };
}

const unique = <T>(items: readonly T[]): T[] => [...new Set(items)];
