import type { UserId } from "#lib/core/ids.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";

type SecondFactor = { sealed: Buffer; keyId: string; isConfirmed: boolean };

const select = statement<SecondFactor, "sealed" | "keyId">({
  name: "second-factor-find",
  text: `SELECT totp_sealed AS sealed, totp_key_id AS "keyId", totp_confirmed_at IS NOT NULL AS "isConfirmed"
    FROM "user" WHERE id = $1 AND totp_sealed IS NOT NULL`,
});

/** Finds a user's second factor, confirmed or not; null when there is none. */
export async function findSecondFactor(on: Queryable, userId: UserId): Promise<SecondFactor | null> {
  return (await on.rows(select, [userId]))[0] ?? null;
}

const selectCount = statement<{ count: number }>({
  name: "second-factor-recovery-count",
  text: `SELECT cardinality(recovery_hashes) AS count FROM "user" WHERE id = $1`,
});

/** Counts a user's unused recovery codes. */
export async function countRecoveryCodes(on: Queryable, userId: UserId): Promise<number> {
  return (await on.rows(selectCount, [userId]))[0]?.count ?? 0;
}

const begin = statement({
  name: "second-factor-begin",
  text: `UPDATE "user" SET totp_sealed = $2, totp_key_id = $3, totp_last_step = NULL
    WHERE id = $1 AND totp_confirmed_at IS NULL RETURNING id`,
});

/** Stores an unconfirmed secret. @returns false when the user already has a confirmed one. */
export async function writeSecret(on: Queryable, userId: UserId, sealed: Buffer, keyId: string): Promise<boolean> {
  return (await on.rows(begin, [userId, sealed, keyId])).length > 0;
}

const confirm = statement({
  name: "second-factor-confirm",
  text: `UPDATE "user" SET totp_confirmed_at = $3, totp_last_step = $4,
      recovery_hashes = (SELECT array_agg(decode(code, 'hex')) FROM unnest($5::text[]) AS code)
    WHERE id = $1 AND totp_confirmed_at IS NULL AND totp_sealed = $2 RETURNING id`,
});

type SecondFactorConfirmation = {
  userId: UserId;
  sealed: Buffer;
  now: Date;
  step: number;
  recoveryHashes: readonly string[];
};

/** Confirms the secret that a code was verified with. @returns false when it was replaced or confirmed concurrently. */
export async function confirmSecret(on: Queryable, confirmation: SecondFactorConfirmation): Promise<boolean> {
  const { userId, sealed, now, step, recoveryHashes } = confirmation;
  return (await on.rows(confirm, [userId, sealed, now, step, recoveryHashes])).length > 0;
}

const consumeStep = statement({
  name: "second-factor-step",
  text: `UPDATE "user" SET totp_last_step = $3
    WHERE id = $1 AND totp_sealed = $2 AND totp_confirmed_at IS NOT NULL
      AND (totp_last_step IS NULL OR totp_last_step < $3) RETURNING id`,
});

/** Records the time step of an accepted code. @returns false when that step or a later one was already used. */
export async function consumeTimeStep(on: Queryable, userId: UserId, sealed: Buffer, step: number): Promise<boolean> {
  return (await on.rows(consumeStep, [userId, sealed, step])).length > 0;
}

const consumeRecovery = statement({
  name: "second-factor-recovery",
  text: `UPDATE "user" SET recovery_hashes = array_remove(recovery_hashes, decode($2, 'hex'))
    WHERE id = $1 AND totp_confirmed_at IS NOT NULL AND decode($2, 'hex') = ANY (recovery_hashes) RETURNING id`,
});

/** Consumes a recovery code. @returns false when the user has no such unused code. */
export async function consumeRecoveryCode(on: Queryable, userId: UserId, hash: string): Promise<boolean> {
  return (await on.rows(consumeRecovery, [userId, hash])).length > 0;
}

const replaceRecovery = statement({
  name: "second-factor-recovery-replace",
  text: `UPDATE "user" SET recovery_hashes = (SELECT array_agg(decode(code, 'hex')) FROM unnest($2::text[]) AS code)
    WHERE id = $1 AND totp_confirmed_at IS NOT NULL RETURNING id`,
});

/** Replaces all recovery codes. @returns false when the user has no second factor. */
export async function writeRecoveryCodes(on: Queryable, userId: UserId, hashes: readonly string[]): Promise<boolean> {
  return (await on.rows(replaceRecovery, [userId, hashes])).length > 0;
}

const clear = statement({
  name: "second-factor-clear",
  text: `UPDATE "user" SET totp_sealed = NULL, totp_key_id = NULL, totp_confirmed_at = NULL, totp_last_step = NULL,
      recovery_hashes = '{}' WHERE id = $1`,
});

/** Deletes a user's second factor. */
export async function clearSecondFactor(on: Queryable, userId: UserId): Promise<void> {
  await on.rows(clear, [userId]);
}
