import type { AtomicAmount } from "#lib/core/money.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { conditionsOf, isOverdue, partsOpen } from "#lib/domain/payments/listing/conditions.ts";
import type { PaymentFilter } from "#lib/domain/payments/listing/filter.ts";
import { nameStatement, Values } from "#lib/domain/payments/listing/values.ts";
import { customersOf } from "#lib/domain/payments/statistics/customers.ts";

/** Statistics, exact at the moment of reading. Revenue is that of succeeded payments, in smallest units of each currency. */
export type PaymentStatistics = {
  payments: number;
  customers: number;
  revenue: { currency: string; value: AtomicAmount }[];
  /** The fees of succeeded payments. Only currencies with fees. */
  fees: { currency: string; value: AtomicAmount }[];
  /** The part of the revenue that was refunded. Only currencies with refunds. */
  refunded: { currency: string; value: AtomicAmount }[];
};

/**
 * Returns revenue less fees and refunds, by currency: what the merchants have received for the payments and not paid back.
 * Negative where refunds exceed the revenue after fees, because fees aren't refunded.
 */
export function netRevenueOf({ revenue, fees, refunded }: PaymentStatistics): PaymentStatistics["revenue"] {
  const sumIn = (sums: PaymentStatistics["revenue"], code: string) =>
    sums.find(({ currency }) => currency === code)?.value ?? 0n;
  return revenue.map(({ currency, value }) => {
    return { currency, value: value - sumIn(fees, currency) - sumIn(refunded, currency) };
  });
}

type Sums = Record<string, string> | null;
type Row = { payments: string; customers: string; revenue: Sums; fees: Sums; refunded: Sums };

function toStatistics([row]: Row[]): PaymentStatistics {
  const { payments = 0, customers = 0, revenue = null, fees = null, refunded = null } = row ?? {};
  return {
    payments: Number(payments),
    customers: Number(customers),
    revenue: byCurrency(revenue),
    fees: byCurrency(fees),
    refunded: byCurrency(refunded),
  };
}

function byCurrency(sums: Sums) {
  return Object.entries(sums ?? {}).map(([currency, value]) => ({ currency, value: BigInt(value) }));
}

const sumByCurrency = (
  column: "revenue" | "fees" | "refunded",
) => `(SELECT jsonb_object_agg(fiat_currency, sum::text) FROM
  (SELECT fiat_currency, sum(${column}) FROM counted GROUP BY 1 HAVING sum(${column}) > 0) c)`;

/**
 * Sums a filter by merchant, status and token from the rollups and the pending deltas. Reads one row per merchant, status
 * and token, at any number of payments; see customersOf for the cost of counting customers.
 */
export async function sumRollup(on: Queryable, filter: PaymentFilter, now: Date): Promise<PaymentStatistics> {
  const values = new Values();
  const { merchantIds, statuses, assets } = filter;
  const partner = values.add(filter.partnerId);
  const merchants = values.add(merchantIds.length === 0 ? [""] : [...new Set(merchantIds)]);
  const deltaMerchant = merchantIds.length === 0 ? "" : `AND merchant_id = ANY(${merchants}::text[])`;
  const conditions = [
    statuses.length === 0 ? "" : `AND status = ANY(${values.add(statuses)}::payment_status[])`,
    assets === null ? "" : `AND token_asset = ANY(${values.add(assets)}::text[])`,
  ].join(" ");
  const text = `WITH counted AS (
      SELECT fiat_currency, payments, revenue, fees, refunded FROM payment_rollup
      WHERE partner_id = ${partner} AND merchant_id = ANY(${merchants}::text[]) ${conditions}
      UNION ALL
      SELECT fiat_currency, payments, revenue, fees, refunded FROM payment_stat_delta
      WHERE partner_id = ${partner} ${deltaMerchant} ${conditions})
    SELECT (SELECT coalesce(sum(payments), 0) FROM counted) ${overdueOf(filter, values, now)} AS payments,
      ${customersOf(filter, values, merchants)} AS customers, ${sumByCurrency("revenue")} AS revenue,
      ${sumByCurrency("fees")} AS fees, ${sumByCurrency("refunded")} AS refunded`;
  return toStatistics(await on.rows(nameStatement<Row>("payment-statistics", text), values.all));
}

/** Corrects the count for overdue payments, which are expired although their rows still say requires_action. */
function overdueOf(filter: PaymentFilter, values: Values, now: Date): string {
  if (!partsOpen(filter.statuses)) return "";
  const rest = conditionsOf(filter, values, now, ["status"]);
  const count = `(SELECT count(*) FROM payment p WHERE ${isOverdue(values, now)} AND ${rest})`;
  return filter.statuses.includes("expired") ? `+ ${count}` : `- ${count}`;
}

/**
 * Sums any filter from the payments themselves, by the filter's index. The times come from a row of their own: the planner
 * doesn't know them and so never reads the whole table for a long period.
 */
export async function sumPayments(on: Queryable, filter: PaymentFilter, now: Date): Promise<PaymentStatistics> {
  const values = new Values();
  const { from, until } = filter;
  const since = values.add([from?.toISOString() ?? "-infinity"]);
  const times = `unnest(${since}::timestamptz[], ${values.add([until?.toISOString() ?? "infinity"])}::timestamptz[])`;
  const isByTime = from !== null || until !== null;
  const text = `WITH grouped AS (
      SELECT grouping(buyer_account) + 2 * grouping(fiat_currency) AS over, buyer_account, fiat_currency, count(*) AS payments,
        sum(fiat_value) FILTER (WHERE status = 'succeeded') AS revenue,
        sum(fee_value(fiat_value, token_amount, token_fee)) FILTER (WHERE status = 'succeeded') AS fees,
        sum(refunded_value(fiat_value, token_amount, refunded_amount, refunded_at)) AS refunded
      FROM ${times} AS v (since, until) CROSS JOIN LATERAL (
        SELECT p.fiat_currency, p.status, p.fiat_value, p.buyer_account, p.token_amount, p.token_fee,
          p.refunded_amount, p.refunded_at FROM payment p
        WHERE ${isByTime ? "p.created_at >= v.since AND p.created_at < v.until AND " : ""}
          ${conditionsOf(filter, values, now, ["time"])} OFFSET 0) m
      GROUP BY GROUPING SETS ((), (buyer_account), (fiat_currency)))
    SELECT sum(payments) FILTER (WHERE over = 3) AS payments, count(buyer_account) FILTER (WHERE over = 2) AS customers,
      jsonb_object_agg(fiat_currency, revenue::text) FILTER (WHERE over = 1 AND revenue > 0) AS revenue,
      jsonb_object_agg(fiat_currency, fees::text) FILTER (WHERE over = 1 AND fees > 0) AS fees,
      jsonb_object_agg(fiat_currency, refunded::text) FILTER (WHERE over = 1 AND refunded > 0) AS refunded
    FROM grouped`;
  return toStatistics(await on.rows(nameStatement<Row>("payment-sums", text), values.all));
}
