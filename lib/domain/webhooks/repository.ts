import type { EventType } from "#lib/core/event-types.ts";
import type { MerchantId, UserId, WebhookEndpointId } from "#lib/core/ids.ts";
import type { Queryable } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { statement } from "#lib/db/statement.ts";
import type { EndpointState, WebhookEndpoint } from "#lib/domain/webhooks/endpoint.ts";
import type { SealedSecrets } from "#lib/domain/webhooks/post-webhook.ts";
import type { Sealed } from "#lib/env/seal.ts";

/** @param now SQL of the time. */
const columnsAt = (
  now: string,
) => `id, partner_id AS "partnerId", url, description, event_types AS "eventTypes", merchant_ids AS "merchantIds",
  api_version AS "apiVersion", state, disabled_reason AS "disabledReason", failing_since AS "failingSince",
  CASE WHEN old_secret_until > ${now} THEN old_secret_until END AS "oldSecretUntil", last_success_at AS "lastSuccessAt",
  created_at AS "createdAt", updated_at AS "updatedAt", left_by AS "leftBy"`;
const columns = columnsAt("$3");
/** Lists may be null in the table; nothing writes null. */
type Lists = "eventTypes" | "merchantIds";

const lockOwner = statement({
  name: "webhook-partner-lock",
  text: "SELECT id FROM partner WHERE id = $1 FOR NO KEY UPDATE",
});
const count = statement<{ count: number }>({
  name: "webhook-endpoint-count",
  text: "SELECT count(*)::int AS count FROM webhook_endpoint WHERE partner_id = $1 AND deleted_at IS NULL",
});

/** Counts a partner's endpoints, and keeps others from being added until the transaction ends. */
export async function countEndpointsForUpdate(tx: Queryable, { partnerId }: PartnerScope): Promise<number> {
  await tx.rows(lockOwner, [partnerId]);
  const [row] = await tx.rows(count, [partnerId]);
  return row?.count ?? 0;
}

const selectForeign = statement<{ id: string }>({
  name: "webhook-foreign-merchants",
  text: `SELECT a.id FROM unnest($2::text[]) AS a (id)
    WHERE NOT EXISTS (SELECT FROM merchant m WHERE m.id = a.id AND m.partner_id = $1 AND m.deleted_at IS NULL)`,
});

/** Lists those of the ids that aren't active merchants of the partner. */
export async function listForeignMerchants(
  on: Queryable,
  { partnerId }: PartnerScope,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  return (await on.rows(selectForeign, [partnerId, ids])).map(({ id }) => id);
}

/** The settings that a person makes. */
export type EndpointSettings = {
  url: string;
  description: string;
  eventTypes: readonly EventType[];
  merchantIds: readonly MerchantId[];
};

const insert = statement<WebhookEndpoint, Lists>({
  name: "webhook-endpoint-insert",
  text: `INSERT INTO webhook_endpoint (id, partner_id, url, description, event_types, merchant_ids, api_version, secret_key_id,
      secret, url_by_id, secret_by_id, created_at, updated_at)
    VALUES ($1, $2, $4, $5, $6, $7, $8, $9, $10, $11, $11, $3, $3) RETURNING ${columns}`,
});

/** Inserts an enabled endpoint. */
export async function insertEndpoint(
  tx: Queryable,
  id: WebhookEndpointId,
  { partnerId }: PartnerScope,
  settings: EndpointSettings & { apiVersion: string; secret: Sealed; author: UserId | null },
  now: Date,
): Promise<WebhookEndpoint> {
  const { url, description, eventTypes, merchantIds, apiVersion, secret, author } = settings;
  const own = [url, description, eventTypes, merchantIds, apiVersion, secret.keyId, secret.sealed, author];
  const [row] = await tx.rows(insert, [id, partnerId, now, ...own]);
  if (row === undefined) throw new Error("an endpoint was not inserted");
  return row;
}

const selectOne = statement<WebhookEndpoint, Lists>({
  name: "webhook-endpoint-one",
  text: `SELECT ${columns} FROM webhook_endpoint WHERE id = $1 AND partner_id = $2 AND deleted_at IS NULL`,
});
const selectOneForUpdate = statement<WebhookEndpoint, Lists>({
  name: "webhook-endpoint-for-update",
  text: `${selectOne.text} FOR NO KEY UPDATE`,
});

/** Finds an endpoint of the partner; null when it doesn't exist or was deleted. */
export async function findEndpoint(
  on: Queryable,
  { partnerId }: PartnerScope,
  id: WebhookEndpointId,
  now: Date,
  lock: "for update" | "no lock" = "no lock",
): Promise<WebhookEndpoint | null> {
  const statement = lock === "no lock" ? selectOne : selectOneForUpdate;
  return (await on.rows(statement, [id, partnerId, now]))[0] ?? null;
}

const selectAll = statement<WebhookEndpoint, Lists>({
  name: "webhook-endpoints-of-partner",
  text: `SELECT ${columnsAt("$2")} FROM webhook_endpoint WHERE partner_id = $1 AND deleted_at IS NULL ORDER BY created_at, id`,
});

/** Lists a partner's endpoints, oldest first. There are at most 16. */
export function selectEndpoints(on: Queryable, { partnerId }: PartnerScope, now: Date): Promise<WebhookEndpoint[]> {
  return on.rows(selectAll, [partnerId, now]);
}

const selectSecrets = statement<SealedSecrets>({
  name: "webhook-endpoint-secrets",
  text: `SELECT id, secret, secret_key_id AS "secretKeyId", old_secret AS "oldSecret", old_secret_key_id AS "oldSecretKeyId",
      old_secret_until AS "oldSecretUntil"
    FROM webhook_endpoint WHERE id = $1 AND deleted_at IS NULL`,
});

/** Reads the sealed secrets of an endpoint; null when it was deleted. */
export async function findSecrets(on: Queryable, id: WebhookEndpointId): Promise<SealedSecrets | null> {
  return (await on.rows(selectSecrets, [id]))[0] ?? null;
}

const update = statement<WebhookEndpoint, Lists>({
  name: "webhook-endpoint-update",
  text: `UPDATE webhook_endpoint SET url = $4, description = $5, event_types = $6, merchant_ids = $7,
      state = $8::webhook_endpoint_state, disabled_reason = CASE WHEN $8 = 'disabled' THEN disabled_reason END,
      failures = CASE WHEN $9 THEN 0 ELSE failures END, failing_since = CASE WHEN $9 THEN NULL ELSE failing_since END,
      blocked_until = CASE WHEN $9 THEN NULL ELSE blocked_until END,
      resumed_at = CASE WHEN $9 THEN $3 ELSE resumed_at END, updated_at = $3
    WHERE id = $1 AND partner_id = $2 RETURNING ${columns}`,
});

// Only deliveries that were tried, and those that wait for them, have a later time. A worker that has locked
// one stores its result, and waits for the endpoint's row.
const makeDue = statement({
  name: "webhook-endpoint-make-due",
  text: `UPDATE webhook_delivery d SET next_attempt_at = $2 FROM (
      SELECT endpoint_id, event_id FROM webhook_delivery
      WHERE endpoint_id = $1 AND state = 'pending' AND NOT in_flight AND next_attempt_at > $2 FOR UPDATE SKIP LOCKED) w
    WHERE d.endpoint_id = w.endpoint_id AND d.event_id = w.event_id`,
});

/**
 * Writes an endpoint's settings.
 * @param isFresh forgets earlier failures: it was enabled again, or has another URL. What waited for its next
 * attempt is due at once.
 */
export async function updateEndpointRow(
  tx: Queryable,
  { id, partnerId }: WebhookEndpoint,
  settings: EndpointSettings & { state: EndpointState },
  isFresh: boolean,
  now: Date,
): Promise<WebhookEndpoint> {
  const { url, description, eventTypes, merchantIds, state } = settings;
  const values = [id, partnerId, now, url, description, eventTypes, merchantIds, state, isFresh];
  const [row] = await tx.rows(update, values);
  if (row === undefined) throw new Error("an endpoint vanished while it was locked");
  if (isFresh) await tx.rows(makeDue, [id, now]);
  return row;
}

const setAuthor = statement({
  name: "webhook-endpoint-url-author",
  text: `UPDATE webhook_endpoint SET url_by_id = $2, left_by = CASE WHEN secret_by_id IS NULL OR $2::text IS NULL THEN left_by END
    WHERE id = $1`,
});

/** Records which member chose an endpoint's URL; null when it isn't known. */
export async function setAuthorOfUrl(tx: Queryable, id: WebhookEndpointId, author: UserId | null): Promise<void> {
  await tx.rows(setAuthor, [id, author]);
}

const rotate = statement<WebhookEndpoint, Lists>({
  name: "webhook-endpoint-rotate",
  text: `UPDATE webhook_endpoint SET secret = $4, secret_key_id = $5,
      old_secret = CASE WHEN $6::timestamptz IS NOT NULL THEN secret END,
      old_secret_key_id = CASE WHEN $6::timestamptz IS NOT NULL THEN secret_key_id END,
      old_secret_until = $6::timestamptz, secret_by_id = $7,
      left_by = CASE WHEN url_by_id IS NULL OR $7::text IS NULL THEN left_by END, updated_at = $3
    WHERE id = $1 AND partner_id = $2 AND deleted_at IS NULL RETURNING ${columns}`,
});

/**
 * Replaces an endpoint's secret.
 * @param oldUntil until when the previous one signs as well; null removes it at once.
 * @returns null when the partner has no such endpoint.
 */
export async function replaceSecret(
  tx: Queryable,
  { partnerId }: PartnerScope,
  id: WebhookEndpointId,
  secret: Sealed & { author: UserId | null },
  oldUntil: Date | null,
  now: Date,
): Promise<WebhookEndpoint | null> {
  const values = [id, partnerId, now, secret.sealed, secret.keyId, oldUntil, secret.author];
  return (await tx.rows(rotate, values))[0] ?? null;
}

const remove = statement({
  name: "webhook-endpoint-delete",
  text: `UPDATE webhook_endpoint SET deleted_at = coalesce(deleted_at, $3), secret = '', old_secret = NULL,
      old_secret_key_id = NULL, old_secret_until = NULL
    WHERE id = $1 AND partner_id = $2 RETURNING id`,
});

/** Marks an endpoint as deleted and forgets its secrets. @returns false when the partner never had it. */
export async function softDeleteEndpoint(
  tx: Queryable,
  { partnerId }: PartnerScope,
  id: WebhookEndpointId,
  now: Date,
): Promise<boolean> {
  return (await tx.rows(remove, [id, partnerId, now])).length > 0;
}

const disable = statement<WebhookEndpoint, Lists>({
  name: "webhook-endpoint-disable",
  text: `UPDATE webhook_endpoint SET state = 'disabled', disabled_reason = $2, updated_at = $3
    WHERE id = $1 AND state = 'enabled' AND deleted_at IS NULL AND resumed_at IS NOT DISTINCT FROM $4::timestamptz
    RETURNING ${columns}`,
});

/** Disables an endpoint. @returns null when it isn't enabled, or was resumed after `resumedAt`. */
export async function markEndpointDisabled(
  tx: Queryable,
  { id, resumedAt }: { id: WebhookEndpointId; resumedAt: Date | null },
  reason: string,
  now: Date,
): Promise<WebhookEndpoint | null> {
  return (await tx.rows(disable, [id, reason, now, resumedAt]))[0] ?? null;
}
