import { errorBody } from "#lib/api/render-error.ts";
import { isTillError } from "#lib/core/errors.ts";
import type { Tx } from "#lib/db/transaction.ts";
import type { Answer, IdempotentRequest } from "#lib/domain/platform/idempotency/answer.ts";
import { findRemembered, runOnce } from "#lib/domain/platform/idempotency/run-once.ts";

/**
 * Answers a request with an Idempotency-Key: with what was answered before, or else by preparing and writing now.
 * Client errors of the write are remembered like successes; server errors are not (WIRE, Idempotency).
 */
export async function answerOnce<Prepared>(
  request: IdempotentRequest,
  prepare: () => Promise<Prepared>,
  write: (tx: Tx, prepared: Prepared) => Promise<Answer>,
): Promise<Answer & { isReplay: boolean }> {
  const remembered = await findRemembered(request);
  if (remembered !== null) return { ...remembered, isReplay: true };
  const prepared = await prepare();
  return runOnce(request, async (tx) => {
    try {
      return await tx.nested(() => write(tx, prepared));
    } catch (error) {
      if (!isTillError(error) || error.status >= 500) throw error;
      return { status: error.status, body: errorBody(error) };
    }
  });
}
