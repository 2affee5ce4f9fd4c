import { clock } from "#lib/core/clock.ts";
import type { UserId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { hashRecoveryCode } from "#lib/domain/partners/users/second-factor/recovery-codes.ts";
import {
  consumeRecoveryCode,
  consumeTimeStep,
  findSecondFactor,
  resealSecret,
  type SecondFactor,
} from "#lib/domain/partners/users/second-factor/repository.ts";
import { findTimeStep, sealContextOf } from "#lib/domain/partners/users/second-factor/totp.ts";
import { seal, unseal } from "#lib/env/seal.ts";

/**
 * Verifies and consumes a code from the user's authenticator app or one of their recovery codes. Of two concurrent
 * requests with the same code, one succeeds.
 * @returns false for a wrong or used code.
 */
export async function checkCode(userId: UserId, code: string): Promise<boolean> {
  const plain = code.replaceAll(/[\s-]/g, "");
  if (!/^\d{6}$/.test(plain)) return inTransaction((tx) => consumeRecoveryCode(tx, userId, hashRecoveryCode(plain)));
  const factor = await findSecondFactor(database, userId);
  if (factor === null || !factor.isConfirmed) return false;
  const secret = unseal(factor, sealContextOf(userId));
  const step = findTimeStep(secret, plain, clock.now());
  if (step === null) return false;
  return inTransaction(async (tx) => {
    if (!(await consumeTimeStep(tx, userId, factor.sealed, step))) return false;
    await resealWithCurrentKey(tx, userId, factor, secret);
    return true;
  });
}

/** Reseals the secret with the current key, so that the old key can be removed from the configuration later. */
async function resealWithCurrentKey(
  tx: Parameters<typeof resealSecret>[0],
  userId: UserId,
  factor: SecondFactor,
  secret: string,
): Promise<void> {
  const resealed = seal(secret, sealContextOf(userId));
  if (resealed.keyId !== factor.keyId) await resealSecret(tx, userId, factor.sealed, resealed);
}
