import type { Queryable } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";

export type EmailLinkPurpose = "sign_up" | "password_reset";

type NewEmailToken = { tokenHash: Buffer; purpose: EmailLinkPurpose; email: string; now: Date; expiresAt: Date };

const insert = statement({
  name: "email-token-insert",
  text: `INSERT INTO email_token (token_hash, purpose, email, created_at, expires_at)
    VALUES ($1, $2::email_token_purpose, lower($3), $4, $5)`,
});

/** Inserts a link's hash. */
export async function insertEmailToken(on: Queryable, token: NewEmailToken): Promise<void> {
  await on.rows(insert, [token.tokenHash, token.purpose, token.email, token.now, token.expiresAt]);
}

const select = statement<{ email: string }>({
  name: "email-token-find",
  text: `SELECT email FROM email_token
    WHERE token_hash = $1 AND purpose = $2::email_token_purpose AND used_at IS NULL AND expires_at > $3`,
});

/** Finds the email of a valid link, or null. */
export async function findEmailToken(
  on: Queryable,
  tokenHash: Buffer,
  purpose: EmailLinkPurpose,
  now: Date,
): Promise<string | null> {
  return (await on.rows(select, [tokenHash, purpose, now]))[0]?.email ?? null;
}

const spend = statement<{ email: string }>({
  name: "email-token-use",
  text: `UPDATE email_token SET used_at = $3
    WHERE token_hash = $1 AND purpose = $2::email_token_purpose AND used_at IS NULL AND expires_at > $3
    RETURNING email`,
});
const spendOthers = statement({
  name: "email-token-use-others",
  text: `UPDATE email_token SET used_at = $3
    WHERE email = $1 AND purpose = $2::email_token_purpose AND used_at IS NULL`,
});

/**
 * Consumes a valid link and all others with the same purpose and email. The row lock lets one of two concurrent
 * attempts through.
 * @returns its email, or null.
 */
export async function consumeEmailToken(
  on: Queryable,
  tokenHash: Buffer,
  purpose: EmailLinkPurpose,
  now: Date,
): Promise<string | null> {
  const [used] = await on.rows(spend, [tokenHash, purpose, now]);
  if (used === undefined) return null;
  await on.rows(spendOthers, [used.email, purpose, now]);
  return used.email;
}

const deleteOld = statement({ name: "email-token-delete-old", text: "DELETE FROM email_token WHERE expires_at < $1" });

/** Deletes links that expired before a time. */
export async function deleteEmailTokens(on: Queryable, expiredBefore: Date): Promise<void> {
  await on.rows(deleteOld, [expiredBefore]);
}
