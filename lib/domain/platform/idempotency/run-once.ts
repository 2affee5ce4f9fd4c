import { createHash } from "node:crypto";
import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction, type Tx } from "#lib/db/transaction.ts";
import {
  type Answer,
  type AnsweredKey,
  findAnswer,
  type IdempotentRequest,
  reserveKey,
  type StoredAnswer,
  storeAnswer,
} from "#lib/domain/platform/idempotency/repository.ts";
import { seal, unseal } from "#lib/env/seal.ts";

/** A refusal holds no secret. */
export type NewAnswer = Answer & { isRefusal?: boolean };

/**
 * Finds the stored answer of the request's key; null if there is none.
 * @throws TillError `idempotency_conflict` when the key was used with another fingerprint.
 */
export async function findRemembered(request: IdempotentRequest): Promise<Answer | null> {
  const stored = await findAnswer(database, request);
  return stored === null ? null : checked(stored, request);
}

/**
 * Runs `work` once per (partner, operation, key) and stores its answer in the same transaction, so that
 * neither exists without the other. A concurrent second request waits on the key's row until the first ends
 * and then returns its answer; if the first rolled back (an error, a crash), the second runs `work`.
 * @param work returns the answer, refusals included; an error it throws rolls back and is not stored.
 * @throws TillError `idempotency_conflict` when the key was used with another fingerprint.
 */
export async function runOnce(
  request: IdempotentRequest,
  work: (tx: Tx) => Promise<NewAnswer>,
): Promise<Answer & { isReplay: boolean }> {
  return inTransaction(async (tx) => {
    // A key that is too old may be deleted between the two statements; the next reservation succeeds.
    while (!(await reserveKey(tx, request, hashOf(request), clock.now()))) {
      const stored = await findAnswer(tx, request);
      if (stored !== null) return { ...checked(stored, request), isReplay: true };
    }
    const answer = await work(tx);
    await storeAnswer(tx, request, sealed(answer, request));
    return { ...answer, isReplay: false };
  });
}

/** Makes the key that remembers a request together with its answer. */
export function answeredKey(request: IdempotentRequest, answer: Answer): AnsweredKey {
  return { request, requestHash: hashOf(request), answer: sealed(answer, request) };
}

function checked({ requestHash, ...answer }: StoredAnswer, request: IdempotentRequest): Answer {
  if (!requestHash.equals(hashOf(request))) throw new TillError("idempotency_conflict");
  return opened(answer, request);
}

const placeOf = ({ partnerId, operationId, key }: IdempotentRequest) =>
  `idempotency_key:${partnerId}:${operationId}:${key}`;

function sealed({ status, body, isRefusal = false }: NewAnswer, request: IdempotentRequest): Answer {
  if (request.isSecret !== true || isRefusal) return { status, body };
  const { keyId, sealed: bytes } = seal(body, placeOf(request));
  return { status, body: `${keyId}.${bytes.toString("base64")}` };
}

function opened(answer: Answer, request: IdempotentRequest): Answer {
  // Refusals aren't sealed. They are JSON, and a sealed answer never is.
  if (request.isSecret !== true || answer.body.startsWith("{")) return answer;
  const [keyId = "", bytes = ""] = answer.body.split(".");
  return { ...answer, body: unseal({ keyId, sealed: Buffer.from(bytes, "base64") }, placeOf(request)) };
}

function hashOf({ fingerprint }: IdempotentRequest): Buffer {
  return createHash("sha256").update(fingerprint).digest();
}
