import type { Caip10 } from "#lib/core/caip.ts";
import type { PartnerId, PaymentId } from "#lib/core/ids.ts";
import type { Queryable } from "#lib/db/pool.ts";
import type { DataCollectionPolicy } from "#lib/domain/payments/buyer-data/policy.ts";
import type { Submission } from "#lib/domain/payments/buyer-data/submission.ts";

type PolicyRow = {
  from_currency: string | null;
  from_value: string | null;
  provider_name: string;
  terms_url: string;
  privacy_url: string;
};

const selectPolicy = {
  name: "data-policy",
  text: `SELECT from_currency, from_value, provider_name, terms_url, privacy_url
    FROM data_collection_policy WHERE partner_id = $1`,
};

/** The policy of a partner. */
export async function getPolicy(on: Queryable, partnerId: PartnerId): Promise<DataCollectionPolicy> {
  const [row] = await on.rows<PolicyRow>(selectPolicy, [partnerId]);
  if (row === undefined) return { kind: "off" };
  const provider = { name: row.provider_name, termsUrl: row.terms_url, privacyUrl: row.privacy_url };
  if (row.from_currency === null || row.from_value === null) return { kind: "always", provider };
  return { kind: "from", currency: row.from_currency, value: BigInt(row.from_value), provider };
}

const deletePolicy = { name: "data-policy-delete", text: "DELETE FROM data_collection_policy WHERE partner_id = $1" };
const upsertPolicy = {
  name: "data-policy-upsert",
  text: `INSERT INTO data_collection_policy AS p
      (partner_id, from_currency, from_value, provider_name, terms_url, privacy_url, updated_at)
    SELECT id, $2, $3, $4, $5, $6, $7 FROM partner WHERE id = $1
    ON CONFLICT (partner_id) DO UPDATE SET from_currency = excluded.from_currency, from_value = excluded.from_value,
      provider_name = excluded.provider_name, terms_url = excluded.terms_url, privacy_url = excluded.privacy_url,
      updated_at = excluded.updated_at
    RETURNING p.partner_id`,
};

/** Writes a partner's policy in place of the one before. @returns false when there is no such partner. */
export async function writePolicy(
  on: Queryable,
  partnerId: PartnerId,
  policy: Exclude<DataCollectionPolicy, { kind: "off" }>,
  now: Date,
): Promise<boolean> {
  const { name, termsUrl, privacyUrl } = policy.provider;
  const [currency, value] = policy.kind === "from" ? [policy.currency, policy.value] : [null, null];
  const rows = await on.rows(upsertPolicy, [partnerId, currency, value, name, termsUrl, privacyUrl, now]);
  return rows.length === 1;
}

/** Takes a partner's policy away. */
export async function removePolicy(on: Queryable, partnerId: PartnerId): Promise<void> {
  await on.rows(deletePolicy, [partnerId]);
}

const selectCovered = {
  name: "data-covered-accounts",
  text: `SELECT DISTINCT unnest(accounts) AS account FROM data_submission
    WHERE accounts && $2::text[] AND partner_id = $1 AND expires_at > $3`,
};

/** Accounts for which a submission to the partner counts at that time; all of these among them, others may be too. */
export async function listCoveredAccounts(
  on: Queryable,
  partnerId: PartnerId,
  accounts: readonly Caip10[],
  now: Date,
): Promise<Set<Caip10>> {
  const rows = await on.rows<{ account: Caip10 }>(selectCovered, [partnerId, accounts, now]);
  return new Set(rows.map(({ account }) => account));
}

const insert = {
  name: "data-submission-insert",
  text: `INSERT INTO data_submission (id, partner_id, payment_id, accounts, key_id, sealed, created_at, expires_at)
    SELECT $1, $2, $3, $4::text[], $5, $6, $7::timestamptz, $8::timestamptz
    WHERE $9::int IS NULL OR (SELECT count(*) FROM data_submission WHERE payment_id = $3) < $9::int
    RETURNING id`,
};

/**
 * Writes a submission.
 * @param limit of submissions for one payment; two at once may pass it by one.
 * @returns false when the payment has so many already.
 */
export async function insertSubmission(on: Queryable, submission: Submission, limit: number | null): Promise<boolean> {
  const { id, partnerId, paymentId, accounts, keyId, sealed, createdAt, expiresAt } = submission;
  const values = [id, partnerId, paymentId, accounts, keyId, sealed, createdAt, expiresAt, limit];
  return (await on.rows(insert, values)).length === 1;
}

const selectOfPayment = {
  name: "data-submissions-of-payment",
  text: `SELECT id, partner_id AS "partnerId", payment_id AS "paymentId", accounts, key_id AS "keyId", sealed,
      created_at AS "createdAt", expires_at AS "expiresAt"
    FROM data_submission WHERE payment_id = $2 AND partner_id = $1 AND expires_at > $3 ORDER BY id`,
};

/** What was submitted for a partner's payment and still counts, oldest first. */
export function listSubmissions(
  on: Queryable,
  partnerId: PartnerId,
  paymentId: PaymentId,
  now: Date,
): Promise<Submission[]> {
  return on.rows<Submission>(selectOfPayment, [partnerId, paymentId, now]);
}

const deleteExpired = {
  name: "data-submissions-expired",
  text: `DELETE FROM data_submission WHERE id IN (
    SELECT id FROM data_submission WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)
    RETURNING id`,
};

/** Deletes submissions whose time is over, at most so many. @returns how many. */
export async function deleteExpiredSubmissions(on: Queryable, now: Date, limit: number): Promise<number> {
  return (await on.rows(deleteExpired, [now, limit])).length;
}
