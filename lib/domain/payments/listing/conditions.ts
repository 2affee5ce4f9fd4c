import { registryOf } from "#lib/chain/chains.ts";
import { type AccountMode, modeOf } from "#lib/core/account-mode.ts";
import type { PaymentFilter, RefundExtent } from "#lib/domain/payments/listing/filter.ts";
import type { PaymentSearch } from "#lib/domain/payments/listing/parse-search.ts";
import { referenceCondition } from "#lib/domain/payments/listing/reference-condition.ts";
import type { Values } from "#lib/domain/payments/listing/values.ts";

type Dimension = "merchant" | "asset" | "status" | "time" | "buyer";

/**
 * Writes a filter, including its partner, as SQL conditions on `payment p`, joined by AND.
 * @param now the moment at which statuses are evaluated.
 * @param leftOut dimensions for which the caller adds its own condition.
 */
export function conditionsOf(
  filter: PaymentFilter,
  values: Values,
  now: Date,
  leftOut: readonly Dimension[] = [],
): string {
  const { partnerId, merchantIds, assets, from, until, reference, search = null } = filter;
  const partner = values.add(partnerId);
  // A merchant implies its partner, but the planner treats the two as independent and would combine both indexes.
  const conditions = [`p.partner_id ${isOfFewMerchants(filter) ? "IS NOT DISTINCT FROM" : "="} ${partner}`];
  const isIncluded = (dimension: Dimension) => !leftOut.includes(dimension);
  if (merchantIds.length > 0 && isIncluded("merchant")) {
    conditions.push(`p.merchant_id = ANY(${values.add(merchantIds)}::text[])`);
  }
  if (assets !== null && isIncluded("asset")) conditions.push(`p.token_asset = ANY(${values.add(assets)}::text[])`);
  if (isIncluded("status")) conditions.push(...stateCondition(filter, values, now));
  if (from !== null && isIncluded("time")) conditions.push(`p.created_at >= ${values.add(from)}`);
  if (until !== null && isIncluded("time")) conditions.push(`p.created_at < ${values.add(until)}`);
  if (reference !== null) conditions.push(referenceCondition(reference, partner, values, { isCaseSensitive: true }));
  if (search !== null && !(search.kind === "buyer" && !isIncluded("buyer"))) {
    conditions.push(searchCondition(search, partner, values, modeOf(partnerId)));
  }
  return conditions.join(" AND ");
}

/**
 * Transactions are found by their transfers: those of the collection, the payout and the refunds, which other
 * payments may share. Those that aren't final yet, or moved nothing, are found by what the relay has signed.
 */
function searchCondition(search: PaymentSearch, partner: string, values: Values, mode: AccountMode): string {
  if (search.kind === "payment") return `p.id = ${values.add(search.id)}`;
  if (search.kind === "reference") return referenceCondition(search.text, partner, values, { isCaseSensitive: false });
  if (search.kind === "buyer") return `lower(p.buyer_account) = ANY(${values.add(search.accounts)}::text[])`;
  if (search.kind === "buyerPart") return buyerPartCondition(search, partner, values);
  const hash = values.add(search.hash);
  const chainIds = values.add(registryOf(mode).map(({ id }) => id));
  const simulated = mode === "test" ? ` UNION ALL ${simulatedTransaction(hash, partner)}` : "";
  return `p.id = ANY(ARRAY(
    SELECT payment_id FROM chain_transfer WHERE chain_id = ANY(${chainIds}::int[]) AND tx_hash = ${hash}
    UNION ALL
    SELECT coalesce(t.payment_id, a.payment_id) FROM relay_submission s
      JOIN relay_transaction t ON t.id = s.relay_transaction_id LEFT JOIN payment_attempt a ON a.id = t.attempt_id
      WHERE s.chain_id = ANY(${chainIds}::int[]) AND s.hash = ${hash}${simulated}))`;
}

/** The newest payments of a test account whose transactions are compared. */
const comparedTestPayments = 10_000;

/**
 * Selects the payments that a simulated transaction concerns. It makes no transfer, and no index has the hashes in
 * the payments' rows, which nothing but such a search would read.
 */
function simulatedTransaction(hash: string, partner: string): string {
  const newest = `SELECT b.* FROM payment b WHERE b.partner_id = ${partner} ORDER BY b.created_at DESC, b.id DESC
    LIMIT ${comparedTestPayments}`;
  return `SELECT id FROM (
      WITH newest AS MATERIALIZED (${newest})
      SELECT n.id FROM newest n WHERE n.tx_hash = ${hash} OR n.settlement_tx_hash = ${hash}
      UNION ALL
      SELECT n.id FROM newest n JOIN refund r ON r.payment_id = n.id
        WHERE n.refunded_amount IS NOT NULL AND r.tx_hash = ${hash}) AS simulated`;
}

/** The number of accounts with one beginning, in order, that are compared with the end of the address. */
const comparedAccounts = 50;

/**
 * Matches the buyers whose account has this beginning and end. Finds each next account by the index
 * `payment_of_buyer`, so the cost doesn't grow with the number of payments. An account's digits sort before
 * "g" in every collation.
 */
function buyerPartCondition({ starts, end }: PaymentSearch & { kind: "buyerPart" }, partner: string, values: Values) {
  const next = (after: string, until: string) => `(SELECT lower(b.buyer_account) FROM payment b
      WHERE b.partner_id = ${partner} AND b.buyer_account IS NOT NULL AND ${after} AND lower(b.buyer_account) < ${until}
      ORDER BY lower(b.buyer_account) LIMIT 1)`;
  return `lower(p.buyer_account) = ANY(ARRAY(
    WITH RECURSIVE account (start, found, place) AS (
      SELECT s.start, ${next("lower(b.buyer_account) >= s.start", "s.start || 'g'")}, 1
        FROM unnest(${values.add(starts)}::text[]) AS s (start)
      UNION ALL
      SELECT a.start, ${next("lower(b.buyer_account) > a.found", "a.start || 'g'")}, a.place + 1
        FROM account a WHERE a.found IS NOT NULL AND a.place < ${comparedAccounts})
    SELECT found FROM account WHERE starts_with(found, start) AND found LIKE ${values.add(`%${end}`)}))`;
}

/** Up to this number of merchants, their pages are merged. */
const fewMerchants = 50;

/** True for a filter whose payments are cheaper to find by merchant than by partner. */
export function isOfFewMerchants(filter: PaymentFilter): boolean {
  const { merchantIds } = filter;
  return merchantIds.length > 0 && merchantIds.length <= fewMerchants && !isOfRefunds(filter);
}

/** True for a filter of refunded payments only: there are few, and one index has them. */
export function isOfRefunds({ statuses, refunds = [] }: PaymentFilter): boolean {
  return statuses.length === 0 && refunds.length > 0;
}

/** True for a status filter that includes either overdue or other open payments, but not both. */
export function partsOpen(statuses: PaymentFilter["statuses"]): boolean {
  return statuses.includes("requires_action") !== statuses.includes("expired");
}

/** Matches rows of the filter's statuses, or with a refund of its extents; no condition for a filter without either. */
function stateCondition({ statuses, refunds = [] }: PaymentFilter, values: Values, now: Date): string[] {
  const either = [
    ...(statuses.length > 0 ? [statusCondition(statuses, values, now)] : []),
    ...refunds.map((extent) => refundConditions[extent]),
  ];
  return either.length === 0 ? [] : [`(${either.map((condition) => `(${condition})`).join(" OR ")})`];
}

// Both name what the partial index `payment_refunded_of_partner` has.
const refundConditions: Readonly<Record<RefundExtent, string>> = {
  full: "p.refunded_amount IS NOT NULL AND p.refunded_at IS NOT NULL",
  part: "p.refunded_amount IS NOT NULL AND p.refunded_at IS NULL",
};

/** Matches rows that read as one of these statuses: an open payment past its expiry is expired, recorded or not (statusAt). */
function statusCondition(statuses: PaymentFilter["statuses"], values: Values, now: Date): string {
  const includesExpired = statuses.includes("expired");
  const stored = includesExpired ? new Set([...statuses, "requires_action"]) : statuses;
  const condition = `p.status = ANY(${values.add([...stored])}::payment_status[])`;
  if (!partsOpen(statuses)) return condition;
  return `${condition} AND (p.status <> 'requires_action' OR ${includesExpired ? "" : "NOT "}(${overdue(values, now)}))`;
}

/** Matches open payments past their expiry, by the index `payment_open_of_partner`. */
export function isOverdue(values: Values, now: Date): string {
  return `p.status = 'requires_action' AND ${overdue(values, now)}`;
}

/** Tells of an open payment that it reads as expired. One with a deposit address doesn't until that is recorded. */
export function overdue(values: Values, now: Date): string {
  return `p.expires_at <= ${values.add(now)} AND NOT p.has_deposit_address`;
}
