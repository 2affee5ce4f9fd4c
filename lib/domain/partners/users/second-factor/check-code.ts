import { clock } from "#lib/core/clock.ts";
import type { UserId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { hashRecoveryCode } from "#lib/domain/partners/users/second-factor/recovery-codes.ts";
import {
  consumeRecoveryCode,
  consumeTimeStep,
  findSecondFactor,
} from "#lib/domain/partners/users/second-factor/repository.ts";
import { findTimeStep, sealContextOf } from "#lib/domain/partners/users/second-factor/totp.ts";
import { unseal } from "#lib/env/seal.ts";

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
  const step = findTimeStep(unseal(factor, sealContextOf(userId)), plain, clock.now());
  if (step === null) return false;
  return inTransaction((tx) => consumeTimeStep(tx, userId, factor.sealed, step));
}
