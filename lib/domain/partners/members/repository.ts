import type { PartnerId, UserId } from "#lib/core/ids.ts";
import type { Role } from "#lib/core/roles.ts";
import type { Queryable } from "#lib/db/pool.ts";

export type MemberRow = {
  id: UserId;
  email: string;
  name: string;
  role: Role;
  hasSecondFactor: boolean;
  createdAt: Date;
  lastSignInAt: Date | null;
};

const select = {
  name: "member-list",
  text: `SELECT id, email, name, role, totp_confirmed_at IS NOT NULL AS "hasSecondFactor", created_at AS "createdAt",
      last_sign_in_at AS "lastSignInAt"
    FROM "user" WHERE partner_id = $1 ORDER BY role, email LIMIT 1000`,
};

/** Who works for a partner, the mightiest first; at most 1,000. */
export function listMemberRows(on: Queryable, partnerId: PartnerId): Promise<MemberRow[]> {
  return on.rows<MemberRow>(select, [partnerId]);
}

const lock = {
  name: "member-lock",
  text: `SELECT id, role FROM "user" WHERE partner_id = $1 AND (role = 'owner' OR id = $2) ORDER BY id FOR UPDATE`,
};

/**
 * Locks a partner's owners and one member, so that of two who take an owner away at once, the second sees what the first
 * has left: a row that waited for the lock is read again, and one that is no owner any more is left out.
 */
export function lockOwnersAnd(
  on: Queryable,
  partnerId: PartnerId,
  userId: UserId,
): Promise<{ id: UserId; role: Role }[]> {
  return on.rows(lock, [partnerId, userId]);
}

const updateRole = { name: "member-role", text: `UPDATE "user" SET role = $2::user_role WHERE id = $1` };

/** Writes what a member is. */
export async function writeRole(on: Queryable, userId: UserId, role: Role): Promise<void> {
  await on.rows(updateRole, [userId, role]);
}

const remove = { name: "member-delete", text: `DELETE FROM "user" WHERE id = $1` };

/** Deletes a member and their sessions. */
export async function deleteMember(on: Queryable, userId: UserId): Promise<void> {
  await on.rows(remove, [userId]);
}
