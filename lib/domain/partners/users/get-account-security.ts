import { clock } from "#lib/core/clock.ts";
import { database } from "#lib/db/pool.ts";
import { findUserById } from "#lib/domain/partners/users/repository.ts";
import { countRecoveryCodes } from "#lib/domain/partners/users/second-factor/repository.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";
import { type SessionRow, selectSessions } from "#lib/domain/partners/users/session-repository.ts";

/** The ways a member can sign in, and their open sessions. */
export type AccountSecurity = {
  hasPassword: boolean;
  hasSecondFactor: boolean;
  recoveryCodesLeft: number;
  sessions: readonly SessionRow[];
};

/** Gets a member's sign-in settings and sessions. Runs three statements in parallel. */
export async function getAccountSecurity({ userId }: Member): Promise<AccountSecurity> {
  const [user, recoveryCodesLeft, sessions] = await Promise.all([
    findUserById(database, userId),
    countRecoveryCodes(database, userId),
    selectSessions(database, userId, clock.now()),
  ]);
  return {
    hasPassword: (user?.passwordHash ?? null) !== null,
    hasSecondFactor: user?.hasSecondFactor ?? false,
    recoveryCodesLeft,
    sessions,
  };
}
