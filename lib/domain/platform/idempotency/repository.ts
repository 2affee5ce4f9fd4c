import { clock } from "#lib/core/clock.ts";
import type { PartnerId } from "#lib/core/ids.ts";
import { database, type Queryable, type Value } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";

/** A stored response: its status, which has a meaning for the edge only, and its body byte for byte. */
export type Answer = { status: number; body: string };

/** An Idempotency-Key in its scope of partner and operation. */
export type IdempotentRequest = {
  partnerId: PartnerId;
  operationId: string;
  key: string;
  /** Must be equal for a repeat. */
  fingerprint: string;
  /** Its answer holds a secret, and is stored encrypted, unless it is refused. */
  isSecret?: boolean;
};

const reserve = statement({
  name: "idempotency-reserve",
  text: `INSERT INTO idempotency_key (partner_id, operation_id, key, request_hash, created_at)
    VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING RETURNING key`,
});

/** Reserves a key; waits while another transaction holds it. @returns false if it was used before. */
export async function reserveKey(
  tx: Queryable,
  { partnerId, operationId, key }: IdempotentRequest,
  requestHash: Buffer,
  now: Date,
): Promise<boolean> {
  return (await tx.rows(reserve, [partnerId, operationId, key, requestHash, now])).length > 0;
}

/** A key with its answer, which is known before the work that it answers is done. */
export type AnsweredKey = { request: IdempotentRequest; requestHash: Buffer; answer: Answer };

/**
 * Writes the INSERT of an {@link AnsweredKey}, as a part of the statement that does the work. It waits while another
 * transaction holds the key, and returns no row for one that was used before.
 * @param first the number of its first parameter. The values are those of {@link answeredKeyValues}.
 * @param from the relation whose rows it needs: without one, nothing is remembered.
 * @param now SQL of the time.
 */
export function insertAnsweredKey(first: number, from: string, now: string): string {
  const parameters = Array.from({ length: 6 }, (_, index) => `$${first + index}`).join(", ");
  return `INSERT INTO idempotency_key (partner_id, operation_id, key, request_hash, status, body, created_at)
    SELECT ${parameters}, ${now} FROM ${from} ON CONFLICT DO NOTHING RETURNING key`;
}

/** Returns the values of {@link insertAnsweredKey}. */
export function answeredKeyValues({ request, requestHash, answer }: AnsweredKey): Value[] {
  return [request.partnerId, request.operationId, request.key, requestHash, answer.status, answer.body];
}

const store = statement({
  name: "idempotency-store",
  text: `UPDATE idempotency_key SET status = $4, body = $5 WHERE partner_id = $1 AND operation_id = $2 AND key = $3`,
});

/** Stores the answer with the key. */
export async function storeAnswer(tx: Queryable, request: IdempotentRequest, answer: Answer): Promise<void> {
  await tx.rows(store, [request.partnerId, request.operationId, request.key, answer.status, answer.body]);
}

// A key is committed together with its answer.
const find = statement<StoredAnswer, "status" | "body">({
  name: "idempotency-find",
  text: `SELECT request_hash AS "requestHash", status, body FROM idempotency_key
    WHERE partner_id = $1 AND operation_id = $2 AND key = $3`,
});

/** An answer with the hash of its request. */
export type StoredAnswer = Answer & { requestHash: Buffer };

/** Finds the stored answer of a key; null if there is none. */
export async function findAnswer(
  on: Queryable,
  { partnerId, operationId, key }: IdempotentRequest,
): Promise<StoredAnswer | null> {
  const [row] = await on.rows(find, [partnerId, operationId, key]);
  return row ?? null;
}

/** Keys are kept for 48 hours: clients retry within minutes, and the API's reference promises a day. */
const keptForMs = 48 * 3_600_000;
const batchSize = 1_000;

const deletion = statement({
  name: "idempotency-delete-old",
  text: `DELETE FROM idempotency_key WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM idempotency_key WHERE created_at < $1 ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED))
    RETURNING 1`,
});

/** Deletes the Idempotency-Keys of the time before the last 48 hours with their answers, in batches of 1,000. Safe to repeat. */
export async function deleteOldKeys(): Promise<void> {
  const before = new Date(clock.now().getTime() - keptForMs);
  while ((await database.rows(deletion, [before, batchSize])).length === batchSize);
}
