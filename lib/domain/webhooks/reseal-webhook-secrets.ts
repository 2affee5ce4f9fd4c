import type { WebhookEndpointId } from "#lib/core/ids.ts";
import { statement } from "#lib/db/statement.ts";
import { resealRows, type SealedColumn } from "#lib/domain/platform/sealing/reseal-rows.ts";
import { placeOf } from "#lib/domain/webhooks/secret.ts";
import type { Sealed } from "#lib/env/seal.ts";

/** Not the secret before a rotation: it signs for seven days at most. */
const secrets: SealedColumn<WebhookEndpointId> = {
  select: statement<Sealed & { id: WebhookEndpointId }>({
    name: "reseal-webhook-secrets-find",
    text: `SELECT id, secret AS sealed, secret_key_id AS "keyId" FROM webhook_endpoint
      WHERE secret_key_id = ANY($1::text[]) AND deleted_at IS NULL AND id > $2 ORDER BY id LIMIT $3`,
  }),
  update: statement({
    name: "reseal-webhook-secret",
    text: "UPDATE webhook_endpoint SET secret = $3, secret_key_id = $4 WHERE id = $1 AND secret = $2",
  }),
  placeOf,
};

/** Seals the signing secrets of endpoints with the present key, so that old keys can be removed from the configuration later. */
export function resealWebhookSecrets(): Promise<void> {
  return resealRows(secrets);
}
