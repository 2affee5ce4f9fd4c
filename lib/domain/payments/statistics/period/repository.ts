import type { PartnerId } from "#lib/core/ids.ts";
import type { AtomicAmount } from "#lib/core/money.ts";
import type { Queryable, Value } from "#lib/db/pool.ts";
import { nameStatement } from "#lib/domain/payments/listing/values.ts";
import type { PaymentStatus } from "#lib/domain/payments/payment.ts";
import { type Period, type Step, startOfDay } from "#lib/domain/payments/statistics/period/period.ts";

/**
 * The succeeded payments of a time with their revenue and fees, and the refunds made in that time, whenever their payments were
 * created. In smallest units of a currency.
 */
export type Turnover = {
  fiatCurrency: string;
  payments: number;
  revenue: AtomicAmount;
  fees: AtomicAmount;
  refunded: AtomicAmount;
};

export type PeriodSums = {
  /** Evaluated now: open payments past their expiry are expired. */
  byStatus: Partial<Record<PaymentStatus, number>>;
  /** `at` is the start of the step, which may be before the period. Only steps with succeeded payments or refunds. */
  bySteps: (Turnover & { at: Date })[];
  /** The payments created in each step by status as stored; only steps with payments. */
  countsBySteps: { at: Date; byStatus: Partial<Record<PaymentStatus, number>> }[];
  byToken: (Turnover & { tokenAsset: string })[];
};

type Row = {
  at: string | null;
  token_asset: string | null;
  status: PaymentStatus | null;
  fiat_currency: string | null;
  payments: string;
  succeeded: string;
  revenue: string;
  fees: string;
  refunded: string;
  overdue: string;
};

// $1 partner, $2 first day, $3 the day after the last whole one, $4 the end, $5 now.
// Every time is cast to timestamptz everywhere: Postgres types a parameter by its first use, and would convert a date to a
// time in the connection's time zone.
const wholeDays = "partner_id = $1 AND day >= utc_day($2::timestamptz) AND day < utc_day($3::timestamptz)";
const rowsOf = (from: string) => `FROM payment p
  WHERE partner_id = $1 AND created_at >= ${from}::timestamptz AND created_at < $4::timestamptz`;
const fromRows = (from: string, atOf: (column: string) => string) => [
  `SELECT ${atOf("created_at")} AS at, status, coalesce(token_asset, '') AS token_asset, fiat_currency,
    count(*) AS payments, coalesce(sum(fiat_value) FILTER (WHERE status = 'succeeded'), 0) AS revenue,
    coalesce(sum(fee_value(fiat_value, token_amount, token_fee)) FILTER (WHERE status = 'succeeded'), 0) AS fees,
    0 AS refunded
  ${rowsOf(from)} GROUP BY 1, 2, 3, 4`,
  `SELECT ${atOf("at")}, 'succeeded'::payment_status, token_asset, fiat_currency, 0, 0, 0, value FROM refund_posting
  WHERE partner_id = $1 AND at >= ${from}::timestamptz AND at < $4::timestamptz`,
];

/** Counts hours from payments and refunds; days and months from the day rollup, plus the rows of a partial last day. */
function countedBy(step: Step, hasEdge: boolean): string {
  if (step === "hour") {
    return fromRows("$2", (column) => `date_trunc('hour', ${column} AT TIME ZONE 'UTC')`).join(" UNION ALL ");
  }
  const at = (day: string) => `date_trunc('${step}', ${day}::timestamp)`;
  const columns = `${at("day")} AS at, status, token_asset, fiat_currency, payments, revenue, fees, refunded`;
  const parts = [
    `SELECT ${columns} FROM payment_day_rollup WHERE ${wholeDays}`,
    `SELECT ${columns} FROM payment_stat_delta WHERE ${wholeDays}`,
    ...(hasEdge ? fromRows("$3", (column) => at(`utc_day(${column})`)) : []),
  ];
  return parts.join(" UNION ALL ");
}

/**
 * Sums the payments created in a period, and the refunds made in it, by status, by step and by token, exact at one moment.
 * Reads one row per day, status and token; for hours and for a partial last day, the payments and refunds by their indexes.
 */
export async function sumPeriod(
  on: Queryable,
  partnerId: PartnerId,
  period: Period,
  step: Step,
  now: Date,
): Promise<PeriodSums> {
  const text = `WITH counted AS (${countedBy(step, hasEdge(period))})
    SELECT to_char(at, 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS at, token_asset, status, fiat_currency, sum(payments) AS payments,
      coalesce(sum(payments) FILTER (WHERE status = 'succeeded'), 0) AS succeeded, sum(revenue) AS revenue,
      sum(fees) AS fees, sum(refunded) AS refunded,
      (SELECT count(*) ${rowsOf("$2")} AND status = 'requires_action' AND expires_at <= $5
        AND NOT has_deposit_address AND $3::timestamptz IS NOT NULL) AS overdue
    FROM counted GROUP BY GROUPING SETS ((at, fiat_currency), (token_asset, fiat_currency), (status), (at, status))`;
  const rows = await on.rows(nameStatement<Row>("payment-period", text), [...valuesOf(partnerId, period), now]);
  return {
    byStatus: asOfNow(rows.filter(({ at }) => at === null)),
    bySteps: rows.flatMap((row) => (row.at === null ? [] : turnoverOf(row, { at: new Date(row.at) }))),
    countsBySteps: countSteps(rows),
    byToken: rows.flatMap((row) => {
      return row.token_asset === null ? [] : turnoverOf(row, { tokenAsset: row.token_asset });
    }),
  };
}

const countCustomers = (ofEdge: string) => `SELECT
    (SELECT count(*) FROM payment_customer_day WHERE ${wholeDays} AND previous_day < utc_day($2::timestamptz))
    + (SELECT coalesce(sum((before + change > 0)::integer - (before > 0)::integer), 0)
      FROM (SELECT buyer_account, sum(payments) AS change FROM payment_stat_delta
        WHERE ${wholeDays} AND buyer_account IS NOT NULL GROUP BY 1 HAVING sum(payments) <> 0) d
      CROSS JOIN LATERAL (SELECT coalesce(sum(payments), 0) AS before FROM payment_customer_day
        WHERE ${wholeDays} AND buyer_account = d.buyer_account OFFSET 0) k)
    ${ofEdge} AS customers`;
// Buyers of a partial last day who have no payments in the days before it.
const customersOfEdge = `+ (SELECT count(*) FROM (SELECT DISTINCT buyer_account ${rowsOf("$3")}
      AND buyer_account IS NOT NULL) e
    LEFT JOIN (SELECT buyer_account, sum(payments) AS change FROM payment_stat_delta
      WHERE ${wholeDays} AND buyer_account IS NOT NULL GROUP BY 1) d USING (buyer_account)
    CROSS JOIN LATERAL (SELECT coalesce(sum(payments), 0) AS before FROM payment_customer_day
      WHERE ${wholeDays} AND buyer_account = e.buyer_account OFFSET 0) k
    WHERE before + coalesce(change, 0) <= 0)`;

/**
 * Counts the distinct buyers of payments created in a period, exact at one moment. For whole days, counts the rows of
 * payment_customer_day whose previous day is before the period: one index range, no comparison of rows. Looks up each
 * buyer with pending deltas and each buyer of a partial last day.
 */
export async function countPeriodCustomers(on: Queryable, partnerId: PartnerId, period: Period): Promise<number> {
  const values = valuesOf(partnerId, period);
  const text = countCustomers(hasEdge(period) ? customersOfEdge : "");
  const statement = nameStatement<{ customers: string }>("payment-period-customers", text);
  const [row] = await on.rows(statement, hasEdge(period) ? values : values.slice(0, 3));
  return Number(row?.customers ?? 0);
}

function hasEdge({ until }: Period): boolean {
  return until.getTime() !== startOfDay(until).getTime();
}

function valuesOf(partnerId: PartnerId, { from, until }: Period): Value[] {
  return [partnerId, from.toISOString(), startOfDay(until).toISOString(), until.toISOString()];
}

function turnoverOf<Of extends object>(row: Row, of: Of): (Turnover & Of)[] {
  const { fiat_currency: fiatCurrency, succeeded, revenue, fees, refunded } = row;
  if (fiatCurrency === null || (succeeded === "0" && refunded === "0")) return [];
  const sums = { revenue: BigInt(revenue), fees: BigInt(fees), refunded: BigInt(refunded) };
  return [{ ...of, fiatCurrency, payments: Number(succeeded), ...sums }];
}

function countSteps(rows: readonly Row[]): PeriodSums["countsBySteps"] {
  const steps = Map.groupBy(rows, ({ at, status }) => (status === null ? null : at));
  return [...steps].flatMap(([at, ofStep]) =>
    at === null ? [] : { at: new Date(at), byStatus: countStatuses(ofStep) },
  );
}

function countStatuses(rows: readonly Row[]): PeriodSums["byStatus"] {
  return Object.fromEntries(
    rows.flatMap(({ status, payments }) => (status === null ? [] : [[status, Number(payments)] as const])),
  );
}

function asOfNow(rows: readonly Row[]): PeriodSums["byStatus"] {
  const byStatus = countStatuses(rows);
  const overdue = Number(rows[0]?.overdue ?? 0);
  if (overdue === 0) return byStatus;
  const open = (byStatus.requires_action ?? 0) - overdue;
  return { ...byStatus, requires_action: open, expired: (byStatus.expired ?? 0) + overdue };
}
