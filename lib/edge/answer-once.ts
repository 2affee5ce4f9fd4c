import type { Tx } from "#lib/db/transaction.ts";
import type { Answer, IdempotentRequest } from "#lib/domain/platform/idempotency/repository.ts";
import { findRemembered, type NewAnswer, runOnce } from "#lib/domain/platform/idempotency/run-once.ts";

/**
 * Answers an idempotent request with the remembered answer, or prepares and writes now. While the same
 * request is being answered, it waits for that answer, also when it would be refused by now: the first one
 * may have passed a check that depends on the time or on another host.
 * @param prepare runs outside the transaction and may call other hosts; skipped for a replay, unless there is a `direct`.
 * @param write runs in the transaction that also remembers the answer.
 * @param direct is tried first: it writes and remembers its answer in one statement. Returns null when it wrote nothing,
 * because the key was used before or the request is refused.
 * @throws TillError `idempotency_conflict` when the key was used with another fingerprint, and what `prepare` and
 * `write` throw; a thrown error is not remembered.
 */
export async function answerOnce<Prepared>(
  request: IdempotentRequest,
  prepare: () => Promise<Prepared>,
  write: (tx: Tx, prepared: Prepared) => Promise<NewAnswer>,
  direct: ((prepared: Prepared) => Promise<Answer | null>) | null = null,
): Promise<Answer & { isReplay: boolean }> {
  let prepared: Promise<Prepared> | null = null;
  if (direct !== null) {
    prepared = prepare();
    // A refusal by `prepare` is sent only if there is no answer to repeat.
    const answer = await prepared.then(direct, () => null);
    if (answer !== null) return { ...answer, isReplay: false };
  }
  const remembered = await findRemembered(request);
  if (remembered !== null) return { ...remembered, isReplay: true };
  const ready = prepared ?? prepare();
  await ready.catch(() => undefined);
  return runOnce(request, async (tx) => write(tx, await ready));
}
