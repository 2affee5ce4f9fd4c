import { clock } from "#lib/core/clock.ts";
import { invalidField } from "#lib/core/errors.ts";
import { database } from "#lib/db/pool.ts";
import { isPassword, wrongPassword } from "#lib/domain/partners/users/password.ts";
import { findUserById } from "#lib/domain/partners/users/repository.ts";
import { checkCode } from "#lib/domain/partners/users/second-factor/check-code.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";
import { recordProof } from "#lib/domain/partners/users/session-repository.ts";

/**
 * Takes the member's proof that it is they who act: a code where they have a second factor, otherwise the password.
 * @throws TillError `params_validation` on `proof` when it is wrong.
 */
export async function proveAgain({ userId, sessionId }: Member, proof: string): Promise<void> {
  const user = await findUserById(database, userId);
  if (user?.hasSecondFactor) {
    if (!(await checkCode(userId, proof))) throw invalidField("proof", "is incorrect or was already used");
  } else if (!(await isPassword(proof, user?.passwordHash ?? null))) throw invalidField("proof", wrongPassword);
  await recordProof(database, sessionId, clock.now());
}
