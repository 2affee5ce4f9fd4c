import { isTestAccount } from "#lib/core/account-mode.ts";
import { type ApiKeyId, newId, type PaymentId } from "#lib/core/ids.ts";
import { type Role, roles } from "#lib/core/roles.ts";
import { database } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import { listApiKeys } from "#lib/domain/partners/api-keys/repository.ts";
import { findMember } from "#lib/domain/partners/users/find-member.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";
import { createTestPayment } from "#test/domain/create-test-payment.ts";
import { openSession } from "#test/domain/create-user.ts";
import { createPartner, type TestPartner } from "#test/stack/partner.ts";

/** A partner with one of everything and a signed-in member of each role. */
export type Place = TestPartner & {
  keyId: ApiKeyId;
  /** An open payment of 12.50 USD. */
  paymentId: PaymentId;
  members: Record<Role, Member>;
};

const insertUser = statement({
  name: "test-user",
  text: `INSERT INTO "user" (id, partner_id, email, role) VALUES ($1, $2, $3, $4)`,
});

/** Creates a member of a partner and starts a session. */
async function createTestMember({ partnerId }: Pick<TestPartner, "partnerId">, role: Role): Promise<Member> {
  const id = newId("usr", new Date());
  await database.rows(insertUser, [id, partnerId, `${role}-${id.toLowerCase()}@till.example`, role]);
  const member = await findMember(await openSession(id, "a browser"));
  if (member === null) throw new Error(`${role} of ${partnerId} is not signed in`);
  return member;
}

/** Creates a partner with its members for one test. */
export async function createPlace(): Promise<Place> {
  const partner = await createPartner();
  const [key] = await listApiKeys({ partnerId: partner.partnerId, merchantId: null });
  if (key === undefined) throw new Error("the partner has no key");
  const members: Partial<Record<Role, Member>> = {};
  for (const role of roles) members[role] = await createTestMember(partner, role);
  const paymentId = await createTestPayment(partner);
  return { ...partner, keyId: key.id, paymentId, members: members as Record<Role, Member> };
}

/**
 * Creates the test account of a place. The account has no members: those of the place act in it, and are other users than the
 * place's own, so that what they may do as a user isn't taken for a right of the account.
 */
export async function createTestPlaceOf(live: Place): Promise<Place> {
  const partner = await createPartner({ testOf: live.partnerId });
  const [key] = await listApiKeys({ partnerId: partner.partnerId, merchantId: null });
  if (key === undefined) throw new Error("the account has no key");
  const members: Partial<Record<Role, Member>> = {};
  for (const role of roles) members[role] = inAccount(await createTestMember(live, role), partner);
  const paymentId = await createTestPayment(partner);
  return { ...partner, keyId: key.id, paymentId, members: members as Record<Role, Member> };
}

/** Returns the member as they act in an account. */
function inAccount(member: Member, { partnerId }: Pick<TestPartner, "partnerId">): Member {
  return { ...member, scope: { partnerId, merchantId: null } };
}

/** Returns ids and emails that only this partner's members may see. */
export function marksOf({ partnerId, merchantId, keyId, appId, paymentId, members }: Place): string[] {
  // The members of a test account are those of the company.
  const own = isTestAccount(partnerId) ? [] : Object.values(members);
  const people = own.flatMap(({ userId, sessionId, email }) => [userId, sessionId, email]);
  return [partnerId, merchantId, keyId, appId, paymentId, ...people];
}
