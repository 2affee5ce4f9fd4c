import { actAs } from "#lib/core/actor.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { findTestAccount, openTestAccount } from "#lib/domain/partners/test-account.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";

/** Returns a member as they act in the test account of their company, which is opened at its first use. */
export async function inTestMode(member: Member): Promise<Member> {
  const { userId, email, role, liveScope } = member;
  const live = liveScope.partnerId;
  const open = () => inTransaction((tx) => openTestAccount(tx, live));
  const partnerId =
    (await findTestAccount(database, live)) ?? (await actAs({ kind: "user", id: userId, name: email, role }, open));
  return { ...member, scope: { partnerId, merchantId: null } };
}
