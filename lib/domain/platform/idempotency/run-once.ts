import { createHash } from "node:crypto";
import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction, type Tx } from "#lib/db/transaction.ts";
import type { Answer, IdempotentRequest } from "#lib/domain/platform/idempotency/answer.ts";
import { findAnswer, reserveKey, type StoredAnswer, storeAnswer } from "#lib/domain/platform/idempotency/repository.ts";

/**
 * What was answered before under the request's key, or null.
 * @throws TillError `idempotency_conflict` when the key was used with another fingerprint.
 */
export async function findRemembered(request: IdempotentRequest): Promise<Answer | null> {
  const stored = await findAnswer(database, request);
  return stored === null ? null : checked(stored, request);
}

/**
 * Does a piece of work once per (partner, operation, key) and remembers its answer in the same transaction, so that
 * neither exists without the other. A second request at the same time waits on the key's row for the first to end
 * and then gets its answer; when the first rolled back (a 5xx, a crash), the second does the work.
 * @param work answers, client errors included; what it throws is rolled back and not remembered.
 * @throws TillError `idempotency_conflict` when the key was used with another fingerprint.
 */
export async function runOnce(
  request: IdempotentRequest,
  work: (tx: Tx) => Promise<Answer>,
): Promise<Answer & { isReplay: boolean }> {
  return inTransaction(async (tx) => {
    if (await reserveKey(tx, request, hashOf(request), clock.now())) {
      const answer = await work(tx);
      await storeAnswer(tx, request, answer);
      return { ...answer, isReplay: false };
    }
    const stored = await findAnswer(tx, request);
    if (stored === null) throw new Error("an idempotency key vanished while it was read");
    return { ...checked(stored, request), isReplay: true };
  });
}

function checked({ requestHash, ...answer }: StoredAnswer, request: IdempotentRequest): Answer {
  if (!requestHash.equals(hashOf(request))) throw new TillError("idempotency_conflict");
  return answer;
}

function hashOf({ fingerprint }: IdempotentRequest): Buffer {
  return createHash("sha256").update(fingerprint).digest();
}
