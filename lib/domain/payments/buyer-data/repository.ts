import type { Caip10 } from "#lib/core/caip.ts";
import type { PartnerId, PaymentId } from "#lib/core/ids.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { readByIds } from "#lib/db/read-by-ids.ts";
import { statement } from "#lib/db/statement.ts";
import type { BuyerDataPolicy } from "#lib/domain/payments/buyer-data/buyer-data-policy.ts";
import type { BuyerDataSubmission } from "#lib/domain/payments/buyer-data/buyer-data-submission.ts";

type PolicyRow = {
  partner_id: PartnerId;
  from_currency: string | null;
  from_value: string | null;
  provider_name: string;
  terms_url: string;
  privacy_url: string;
};

const selectPolicies = readByIds<PolicyRow>(
  "buyer-data-policies",
  (isWanted) => `SELECT partner_id, from_currency, from_value, provider_name, terms_url, privacy_url
    FROM buyer_data_policy WHERE partner_id ${isWanted}`,
);

/** The stored policy of the partner `id`. */
export type StoredPolicy = { id: PartnerId; policy: BuyerDataPolicy };

/** Lists the policies of partners that have one, in no order. */
export async function listBuyerDataPolicies(on: Queryable, partnerIds: readonly PartnerId[]): Promise<StoredPolicy[]> {
  return (await selectPolicies(on, partnerIds)).map((row) => ({ id: row.partner_id, policy: toPolicy(row) }));
}

function toPolicy(row: PolicyRow): BuyerDataPolicy {
  const provider = { name: row.provider_name, termsUrl: row.terms_url, privacyUrl: row.privacy_url };
  if (row.from_currency === null || row.from_value === null) return { kind: "always", provider };
  return { kind: "from", currency: row.from_currency, value: BigInt(row.from_value), provider };
}

const deletePolicy = statement({
  name: "buyer-data-policy-delete",
  text: "DELETE FROM buyer_data_policy WHERE partner_id = $1",
});
const upsertPolicy = statement({
  name: "buyer-data-policy-upsert",
  text: `INSERT INTO buyer_data_policy AS p
      (partner_id, from_currency, from_value, provider_name, terms_url, privacy_url, updated_at)
    SELECT id, $2, $3, $4, $5, $6, $7 FROM partner WHERE id = $1
    ON CONFLICT (partner_id) DO UPDATE SET from_currency = excluded.from_currency, from_value = excluded.from_value,
      provider_name = excluded.provider_name, terms_url = excluded.terms_url, privacy_url = excluded.privacy_url,
      updated_at = excluded.updated_at
    RETURNING p.partner_id`,
});

/** Replaces a partner's policy. @returns false when the partner does not exist. */
export async function writeBuyerDataPolicy(
  on: Queryable,
  partnerId: PartnerId,
  policy: Exclude<BuyerDataPolicy, { kind: "off" }>,
  now: Date,
): Promise<boolean> {
  const { name, termsUrl, privacyUrl } = policy.provider;
  const currency = policy.kind === "from" ? policy.currency : null;
  const value = policy.kind === "from" ? policy.value : null;
  const rows = await on.rows(upsertPolicy, [partnerId, currency, value, name, termsUrl, privacyUrl, now]);
  return rows.length === 1;
}

/** Deletes a partner's policy, if there is one. */
export async function deleteBuyerDataPolicy(on: Queryable, partnerId: PartnerId): Promise<void> {
  await on.rows(deletePolicy, [partnerId]);
}

const selectCovered = statement<{ account: Caip10 }>({
  name: "buyer-data-covered-accounts",
  text: `SELECT DISTINCT unnest(accounts) AS account FROM buyer_data_submission
    WHERE accounts && $2::text[] AND partner_id = $1 AND expires_at > $3`,
});

/**
 * Accounts that a current submission to the partner covers at that time. Holds each of the given accounts that is
 * covered, and may hold others that share a submission with one.
 */
export async function listCoveredAccounts(
  on: Queryable,
  partnerId: PartnerId,
  accounts: readonly Caip10[],
  now: Date,
): Promise<Set<Caip10>> {
  const rows = await on.rows(selectCovered, [partnerId, accounts, now]);
  return new Set(rows.map(({ account }) => account));
}

const insert = statement({
  name: "buyer-data-insert",
  text: `INSERT INTO buyer_data_submission (id, partner_id, payment_id, accounts, key_id, sealed, created_at, expires_at)
    SELECT $1, $2, $3, $4::text[], $5, $6, $7::timestamptz, $8::timestamptz
    WHERE $9::int IS NULL OR (SELECT count(*) FROM buyer_data_submission WHERE payment_id = $3) < $9::int
    RETURNING id`,
});

/**
 * Inserts a submission.
 * @param limit of submissions per payment, null for none; two concurrent calls may exceed it by one.
 * @returns false when the payment has reached the limit.
 */
export async function insertBuyerDataSubmission(
  on: Queryable,
  submission: BuyerDataSubmission,
  limit: number | null,
): Promise<boolean> {
  const { id, partnerId, paymentId, accounts, keyId, sealed, createdAt, expiresAt } = submission;
  const values = [id, partnerId, paymentId, accounts, keyId, sealed, createdAt, expiresAt, limit];
  return (await on.rows(insert, values)).length === 1;
}

const selectOfPayment = statement<BuyerDataSubmission, "accounts">({
  name: "buyer-data-of-payment",
  text: `SELECT id, partner_id AS "partnerId", payment_id AS "paymentId", accounts, key_id AS "keyId", sealed,
      created_at AS "createdAt", expires_at AS "expiresAt"
    FROM buyer_data_submission WHERE payment_id = $2 AND partner_id = $1 AND expires_at > $3 ORDER BY id`,
});

/** Unexpired submissions for a partner's payment, oldest first. */
export function listBuyerDataSubmissions(
  on: Queryable,
  partnerId: PartnerId,
  paymentId: PaymentId,
  now: Date,
): Promise<BuyerDataSubmission[]> {
  return on.rows(selectOfPayment, [partnerId, paymentId, now]);
}

const deleteExpired = statement({
  name: "buyer-data-delete-expired",
  text: `DELETE FROM buyer_data_submission WHERE id IN (
    SELECT id FROM buyer_data_submission WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)
    RETURNING id`,
});

/** Deletes at most `limit` expired submissions. @returns the number deleted. */
export async function deleteExpiredBuyerData(on: Queryable, now: Date, limit: number): Promise<number> {
  return (await on.rows(deleteExpired, [now, limit])).length;
}
