import { clock } from "#lib/core/clock.ts";
import { database } from "#lib/db/pool.ts";
import { findUserById, listSessions, type SessionRow } from "#lib/domain/partners/users/repository.ts";
import { countRecoveryCodes } from "#lib/domain/partners/users/second-factor/repository.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";

export type Account = {
  hasPassword: boolean;
  hasSecondFactor: boolean;
  recoveryCodesLeft: number;
  sessions: readonly SessionRow[];
};

/** How a member signs in, and where they are signed in. */
export async function readAccount({ userId }: Member): Promise<Account> {
  const [user, recoveryCodesLeft, sessions] = await Promise.all([
    findUserById(database, userId),
    countRecoveryCodes(database, userId),
    listSessions(database, userId, clock.now()),
  ]);
  const [hasPassword, hasSecondFactor] = [(user?.passwordHash ?? null) !== null, user?.hasSecondFactor ?? false];
  return { hasPassword, hasSecondFactor, recoveryCodesLeft, sessions };
}
