import type { Role } from "#lib/core/roles.ts";
import { currentMember } from "#lib/dashboard/current-member.ts";
import { permissionsToGive } from "#lib/dashboard/key-rights.ts";
import { errorResponse, jsonResponse } from "#lib/dashboard/rpc/http.ts";
import { limitMember } from "#lib/dashboard/rpc/limit-member.ts";
import { database } from "#lib/db/pool.ts";
import type { Permission } from "#lib/domain/partners/api-keys/permissions.ts";
import { getNewestIds, type NewestIds } from "#lib/domain/partners/get-newest-ids.ts";
import { findTestAccount } from "#lib/domain/partners/test-account.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";
import type { PaymentStatus } from "#lib/domain/payments/payment.ts";

/** The signed-in reader of the docs, as the console of an operation shows them. */
export type ConsoleSession = {
  userId: string;
  email: string;
  role: Role;
  /** False for a member who has yet to set up a second factor that the partner requires. */
  hasRequiredFactor: boolean;
  /** Whether the member's role has the operation's permission. */
  mayCall: boolean;
  /** Their newest ids in each mode; null for the test account before its first use. */
  ids: { live: NewestIds | null; test: NewestIds | null };
};

type Needs = {
  permission: Permission;
  /** The status of the payments that the operation is for; null for any. */
  paymentStatus: PaymentStatus | null;
};

/** Answers who reads the docs: `{ session }`, null for a visitor. Never throws. */
export async function answerConsoleSession(needs: Needs): Promise<Response> {
  try {
    const member = await currentMember();
    if (member !== null) await limitMember(member);
    return jsonResponse(200, { session: member && (await sessionOf(member, needs)) });
  } catch (error) {
    return errorResponse(error, "docs.session");
  }
}

async function sessionOf(member: Member, { permission, paymentStatus }: Needs): Promise<ConsoleSession> {
  const { userId, email, role, lacksSecondFactor, liveScope } = member;
  const mayCall = permissionsToGive(role).includes(permission);
  const shown = { userId, email, role, hasRequiredFactor: !lacksSecondFactor, mayCall };
  if (lacksSecondFactor) return { ...shown, ids: { live: null, test: null } };
  const partnerId = await findTestAccount(database, liveScope.partnerId);
  const [live, test] = await Promise.all([
    getNewestIds(liveScope, paymentStatus),
    partnerId && getNewestIds({ partnerId, merchantId: null }, paymentStatus),
  ]);
  return { ...shown, ids: { live, test } };
}
