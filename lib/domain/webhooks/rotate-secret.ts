import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { lockAuthor } from "#lib/domain/partners/members/lock-author.ts";
import type { WebhookEndpoint } from "#lib/domain/webhooks/endpoint.ts";
import { replaceSecret } from "#lib/domain/webhooks/repository.ts";
import { newSigningSecret, sealSecret } from "#lib/domain/webhooks/secret.ts";

const hourMs = 3_600_000;

/**
 * Gives an endpoint a new signing secret. Until the overlap is over, webhooks carry a signature by the secret
 * before as well; one from before that stops at once.
 * @param overlapHours 0 to 168.
 * @returns the endpoint with the new secret, which can't be read again.
 * @throws TillError `not_found`; `invalid_state` when this installation can't keep secrets.
 */
export async function rotateWebhookSecret(
  tx: Tx,
  scope: PartnerScope,
  id: string,
  overlapHours: number,
): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
  if (!isId("whe", id)) throw new TillError("not_found");
  const author = await lockAuthor(tx);
  const now = clock.now();
  const secret = newSigningSecret();
  const oldUntil = overlapHours === 0 ? null : new Date(now.getTime() + overlapHours * hourMs);
  const endpoint = await replaceSecret(tx, scope, id, { ...sealSecret(id, secret), author }, oldUntil, now);
  if (endpoint === null) throw new TillError("not_found");
  return { endpoint, secret };
}
