import { clock } from "#lib/core/clock.ts";
import type { UserId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { hashRecoveryCode } from "#lib/domain/partners/users/second-factor/recovery-codes.ts";
import {
  findSecondFactor,
  resealSecret,
  type SecondFactor,
  takeRecoveryCode,
  takeStep,
} from "#lib/domain/partners/users/second-factor/repository.ts";
import { secretPlace } from "#lib/domain/partners/users/second-factor/secret-place.ts";
import { stepOfCode } from "#lib/domain/partners/users/second-factor/totp.ts";
import { seal, unseal } from "#lib/domain/payments/buyer-data/seal.ts";

/**
 * True for a code of the user's app that was not used before, or for one of the recovery codes; uses it up. Of two
 * requests with the same code, one is let in.
 */
export async function checkCode(userId: UserId, code: string): Promise<boolean> {
  const plain = code.replaceAll(/[\s-]/g, "");
  if (!/^\d{6}$/.test(plain)) return inTransaction((tx) => takeRecoveryCode(tx, userId, hashRecoveryCode(plain)));
  const factor = await findSecondFactor(database, userId);
  if (factor === null || !factor.isConfirmed) return false;
  const secret = unseal(factor, secretPlace(userId));
  const step = stepOfCode(secret, plain, clock.now());
  if (step === null) return false;
  return inTransaction(async (tx) => {
    if (!(await takeStep(tx, userId, factor.sealed, step))) return false;
    await moveToCurrentKey(tx, userId, factor, secret);
    return true;
  });
}

/** A key that was replaced is taken out of the configuration some day; who signs in until then notices nothing. */
async function moveToCurrentKey(
  tx: Parameters<typeof resealSecret>[0],
  userId: UserId,
  factor: SecondFactor,
  secret: string,
): Promise<void> {
  const anew = seal(secret, secretPlace(userId));
  if (anew.keyId !== factor.keyId) await resealSecret(tx, userId, factor.sealed, anew);
}
