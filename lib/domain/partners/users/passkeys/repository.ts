import type { PartnerId, PasskeyId, UserId } from "#lib/core/ids.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";

export type PasskeyRow = {
  id: PasskeyId;
  name: string;
  isSynced: boolean;
  createdAt: Date;
  lastUsedAt: Date | null;
};

const selectOfUser = statement<PasskeyRow>({
  name: "passkey-list",
  text: `SELECT id, name, is_synced AS "isSynced", created_at AS "createdAt", last_used_at AS "lastUsedAt"
    FROM passkey WHERE user_id = $1 ORDER BY created_at, id LIMIT 100`,
});

/** Selects a user's passkeys, oldest first; at most 100. */
export function selectPasskeys(on: Queryable, userId: UserId): Promise<PasskeyRow[]> {
  return on.rows(selectOfUser, [userId]);
}

export type CredentialRow = { credentialId: Buffer; transports: string[] };

const selectCredentials = statement<CredentialRow>({
  name: "passkey-credentials",
  text: `SELECT credential_id AS "credentialId", transports FROM passkey WHERE user_id = $1 ORDER BY id LIMIT 100`,
});

/** Selects the credentials of a user's passkeys; at most 100. */
export function selectUserCredentials(on: Queryable, userId: UserId): Promise<CredentialRow[]> {
  return on.rows(selectCredentials, [userId]);
}

export type PasskeyKey = {
  id: PasskeyId;
  userId: UserId;
  email: string;
  handle: Buffer;
  publicKey: Buffer;
  signCount: number;
};

// The user got the handle with the first passkey.
const selectByCredential = statement<PasskeyKey, "handle">({
  name: "passkey-by-credential",
  text: `SELECT p.id, p.user_id AS "userId", u.email, u.passkey_handle AS handle, p.public_key AS "publicKey",
      p.sign_count::float8 AS "signCount"
    FROM passkey p JOIN "user" u ON u.id = p.user_id WHERE p.credential_id = $1`,
});

/** Finds a passkey and its user by the authenticator's id of it, or null. */
export async function findPasskeyByCredential(on: Queryable, credentialId: Buffer): Promise<PasskeyKey | null> {
  return (await on.rows(selectByCredential, [credentialId]))[0] ?? null;
}

const setHandle = statement<{ handle: Buffer }, "handle">({
  name: "passkey-handle",
  text: `UPDATE "user" SET passkey_handle = coalesce(passkey_handle, $2) WHERE id = $1 RETURNING passkey_handle AS handle`,
});

/** Gives a user a handle unless there is one. @returns the user's handle; null when the user no longer exists. */
export async function writeHandle(on: Queryable, userId: UserId, handle: Buffer): Promise<Buffer | null> {
  return (await on.rows(setHandle, [userId, handle]))[0]?.handle ?? null;
}

const selectCount = statement<{ count: number }>({
  name: "passkey-count",
  text: "SELECT count(*)::int AS count FROM passkey WHERE user_id = $1",
});

/** Counts a user's passkeys. */
export async function countPasskeys(on: Queryable, userId: UserId): Promise<number> {
  return (await on.rows(selectCount, [userId]))[0]?.count ?? 0;
}

export type NewPasskey = {
  id: PasskeyId;
  partnerId: PartnerId;
  userId: UserId;
  credentialId: Buffer;
  publicKey: Buffer;
  signCount: number;
  transports: readonly string[];
  isSynced: boolean;
  name: string;
  now: Date;
};

const insert = statement({
  name: "passkey-insert",
  text: `INSERT INTO passkey (id, partner_id, user_id, credential_id, public_key, sign_count, transports, is_synced, name,
      created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (credential_id) DO NOTHING RETURNING id`,
});

/** Inserts a passkey. @returns false when its credential belongs to a user already. */
export async function insertPasskey(on: Queryable, passkey: NewPasskey): Promise<boolean> {
  const { id, partnerId, userId, credentialId, publicKey, signCount, transports, isSynced, name, now } = passkey;
  const values = [id, partnerId, userId, credentialId, publicKey, signCount, transports, isSynced, name, now];
  return (await on.rows(insert, values)).length > 0;
}

const setUsed = statement({
  name: "passkey-used",
  text: `UPDATE passkey SET sign_count = $2, last_used_at = $3
    WHERE id = $1 AND (sign_count < $2 OR (sign_count = 0 AND $2 = 0)) RETURNING id`,
});

/** Records a use. @returns false when the passkey was removed, or has counted as far or farther since it was read. */
export async function recordUse(on: Queryable, id: PasskeyId, signCount: number, now: Date): Promise<boolean> {
  return (await on.rows(setUsed, [id, signCount, now])).length > 0;
}

const rename = statement({
  name: "passkey-rename",
  text: "UPDATE passkey SET name = $3 WHERE id = $1 AND user_id = $2 RETURNING id",
});

/** Renames a passkey. @returns false when the user has no such passkey. */
export async function updatePasskeyName(on: Queryable, userId: UserId, id: PasskeyId, name: string): Promise<boolean> {
  return (await on.rows(rename, [id, userId, name])).length > 0;
}

const remove = statement<{ name: string }>({
  name: "passkey-delete",
  text: "DELETE FROM passkey WHERE id = $1 AND user_id = $2 RETURNING name",
});

/** Deletes a passkey. @returns its name; null when the user has no such passkey. */
export async function deletePasskey(on: Queryable, userId: UserId, id: PasskeyId): Promise<string | null> {
  return (await on.rows(remove, [id, userId]))[0]?.name ?? null;
}

const insertUsed = statement({
  name: "passkey-challenge-use",
  text: `INSERT INTO used_passkey_challenge (challenge_hash, expires_at) VALUES ($1, $2)
    ON CONFLICT (challenge_hash) DO NOTHING RETURNING challenge_hash`,
});

/** Uses a challenge up. @returns false when it was used before. */
export async function spendChallenge(on: Queryable, challenge: { hash: Buffer; expiresAt: Date }): Promise<boolean> {
  return (await on.rows(insertUsed, [challenge.hash, challenge.expiresAt])).length > 0;
}

const deleteUsed = statement({
  name: "passkey-challenge-delete-old",
  text: "DELETE FROM used_passkey_challenge WHERE expires_at < $1",
});

/** Deletes used challenges that expired before a time. */
export async function deleteUsedChallenges(on: Queryable, expiredBefore: Date): Promise<void> {
  await on.rows(deleteUsed, [expiredBefore]);
}
