import type { MerchantId, PartnerId, UserId } from "#lib/core/ids.ts";
import type { Role } from "#lib/core/roles.ts";
import { database, type Queryable } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { statement } from "#lib/db/statement.ts";

export type ListedMember = {
  id: UserId;
  email: string;
  name: string;
  role: Role;
  /** Codes of an app, or a passkey. */
  hasSecondFactor: boolean;
  createdAt: Date;
  lastSignInAt: Date | null;
};

const select = statement<ListedMember>({
  name: "member-list",
  text: `SELECT id, email, name, role, created_at AS "createdAt", last_sign_in_at AS "lastSignInAt",
      totp_confirmed_at IS NOT NULL OR EXISTS (SELECT FROM passkey WHERE user_id = "user".id) AS "hasSecondFactor"
    FROM "user" WHERE partner_id = $1 ORDER BY role, email LIMIT 1000`,
});

/** Lists a partner's members, owners first, then by role and email; at most 1,000. */
export function listMembers({ partnerId }: PartnerScope): Promise<ListedMember[]> {
  return database.rows(select, [partnerId]);
}

const selectOwners = statement<{ email: string; merchantName: string }>({
  name: "member-owners-of-merchant",
  text: `SELECT u.email, m.name AS "merchantName" FROM merchant m JOIN "user" u ON u.partner_id = m.partner_id
    WHERE m.id = $1 AND u.role = 'owner' ORDER BY u.email LIMIT 1000`,
});

/** Lists the owners of a merchant's partner with the merchant's name; at most 1,000. */
export function listOwnersOfMerchant(
  on: Queryable,
  id: MerchantId,
): Promise<{ email: string; merchantName: string }[]> {
  return on.rows(selectOwners, [id]);
}

const selectOwnerEmails = statement<{ email: string }>({
  name: "member-owners-of-partner",
  text: `SELECT email FROM "user" WHERE partner_id = $1 AND role = 'owner' ORDER BY email LIMIT 1000`,
});

/** Lists the emails of a partner's owners; at most 1,000. */
export async function listOwnerEmails(on: Queryable, partnerId: PartnerId): Promise<string[]> {
  return (await on.rows(selectOwnerEmails, [partnerId])).map(({ email }) => email);
}

const selectOwnersOfPartner = statement<{ email: string; partnerName: string }>({
  name: "member-owners-and-partner",
  text: `SELECT u.email, p.name AS "partnerName" FROM partner p JOIN "user" u ON u.partner_id = p.id
    WHERE p.id = $1 AND u.role = 'owner' ORDER BY u.email LIMIT 1000`,
});

/** Lists the emails of a partner's owners with the partner's name; at most 1,000. */
export function listOwners(on: Queryable, partnerId: PartnerId): Promise<{ email: string; partnerName: string }[]> {
  return on.rows(selectOwnersOfPartner, [partnerId]);
}

const updateRule = statement<{ name: string }>({
  name: "partner-second-factor-rule",
  text: `UPDATE partner SET requires_second_factor = $2 WHERE id = $1 AND requires_second_factor <> $2 RETURNING name`,
});

/** Writes whether members need a second factor. @returns the partner's name; null when that was so before. */
export async function updateSecondFactorRule(
  on: Queryable,
  partnerId: PartnerId,
  isRequired: boolean,
): Promise<string | null> {
  return (await on.rows(updateRule, [partnerId, isRequired]))[0]?.name ?? null;
}

const selectRule = statement<{ isRequired: boolean }>({
  name: "partner-requires-second-factor",
  text: `SELECT requires_second_factor AS "isRequired" FROM partner WHERE id = $1`,
});

/** Returns whether members need a second factor. */
export async function isSecondFactorRequired({ partnerId }: PartnerScope): Promise<boolean> {
  return (await database.rows(selectRule, [partnerId]))[0]?.isRequired ?? false;
}

const selectForUpdate = statement<{ id: UserId; role: Role; email: string }>({
  name: "member-for-update",
  text: `SELECT id, role, email FROM "user" WHERE partner_id = $1 AND (role = 'owner' OR id = ANY ($2)) ORDER BY id FOR UPDATE`,
});

/**
 * Locks a partner's owners and the members with these ids. Two transactions that each remove an owner then
 * run one after the other, so that the last owner can't be removed: Postgres re-reads a row after waiting for
 * its lock and skips former owners.
 */
export function selectOwnersForUpdate(
  on: Queryable,
  partnerId: PartnerId,
  userIds: readonly string[],
): Promise<{ id: UserId; role: Role; email: string }[]> {
  return on.rows(selectForUpdate, [partnerId, userIds]);
}

const selectMember = statement({
  name: "member-exists",
  text: `SELECT id FROM "user" WHERE id = $1 AND partner_id = $2`,
});

/** True when the partner has the member. */
export async function isMember(on: Queryable, partnerId: PartnerId, id: UserId): Promise<boolean> {
  return (await on.rows(selectMember, [id, partnerId])).length > 0;
}

const updateRole = statement({ name: "member-role", text: `UPDATE "user" SET role = $2::user_role WHERE id = $1` });

/** Sets a member's role. */
export async function updateMemberRole(on: Queryable, userId: UserId, role: Role): Promise<void> {
  await on.rows(updateRole, [userId, role]);
}

const remove = statement({ name: "member-delete", text: `DELETE FROM "user" WHERE id = $1` });

/** Deletes a member; their sessions are deleted by cascade. */
export async function deleteMember(on: Queryable, userId: UserId): Promise<void> {
  await on.rows(remove, [userId]);
}
