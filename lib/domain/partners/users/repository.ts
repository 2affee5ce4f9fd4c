import type { PartnerId, UserId } from "#lib/core/ids.ts";
import type { Locale } from "#lib/core/locales.ts";
import { normalEmail } from "#lib/core/normal-email.ts";
import type { Role } from "#lib/core/roles.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";

export type UserCredentials = { id: UserId; email: string; passwordHash: string | null; hasSecondFactor: boolean };

const credentials = `SELECT id, email, password_hash AS "passwordHash", totp_confirmed_at IS NOT NULL AS "hasSecondFactor"
  FROM "user"`;
const selectByEmail = statement<UserCredentials>({ name: "user-by-email", text: `${credentials} WHERE email = $1` });
const selectById = statement<UserCredentials>({ name: "user-by-id", text: `${credentials} WHERE id = $1` });

/** Finds a user by email, in the form of {@link normalEmail}, or null. */
export async function findUserByEmail(on: Queryable, email: string): Promise<UserCredentials | null> {
  const normal = normalEmail(email);
  return normal === null ? null : ((await on.rows(selectByEmail, [normal]))[0] ?? null);
}

/** Finds a user by id, or null. */
export async function findUserById(on: Queryable, id: UserId): Promise<UserCredentials | null> {
  return (await on.rows(selectById, [id]))[0] ?? null;
}

const selectLocale = statement<{ locale: Locale | null }>({
  name: "user-locale",
  text: `SELECT locale FROM "user" WHERE email = $1`,
});

/** Finds the language in which an email's user gets emails; null for no user, and before it is known. */
export async function findLocale(on: Queryable, email: string): Promise<Locale | null> {
  return (await on.rows(selectLocale, [email]))[0]?.locale ?? null;
}

export type NewUser = {
  id: UserId;
  partnerId: PartnerId;
  email: string;
  name: string;
  passwordHash: string;
  role: Role;
  now: Date;
};

const insertNewUser = statement({
  name: "user-insert",
  text: `INSERT INTO "user" (id, partner_id, email, name, password_hash, role, created_at)
    VALUES ($1, $2, lower($3), $4, $5, $6::user_role, $7) ON CONFLICT (email) DO NOTHING RETURNING id`,
});

/** Inserts a user. @returns false when the email already belongs to a user. */
export async function insertUser(on: Queryable, user: NewUser): Promise<boolean> {
  const { id, partnerId, email, name, passwordHash, role, now } = user;
  return (await on.rows(insertNewUser, [id, partnerId, email, name, passwordHash, role, now])).length > 0;
}

const setPassword = statement({
  name: "user-password",
  text: `UPDATE "user" SET password_hash = $2 WHERE id = $1 RETURNING id`,
});

/** Sets a user's password. @returns false when the user no longer exists. */
export async function updatePassword(on: Queryable, id: UserId, passwordHash: string): Promise<boolean> {
  return (await on.rows(setPassword, [id, passwordHash])).length > 0;
}

const replaceKnown = statement({
  name: "user-password-replace",
  text: `UPDATE "user" SET password_hash = $3 WHERE id = $1 AND password_hash = $2 RETURNING id`,
});

/** Replaces a password if it is still the one that was checked. @returns false when it has changed since. */
export async function replacePassword(on: Queryable, id: UserId, former: string, next: string): Promise<boolean> {
  return (await on.rows(replaceKnown, [id, former, next])).length > 0;
}
