import { assetOf, tokens } from "#lib/chain/tokens.ts";
import type { AtomicAmount } from "#lib/core/money.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { conditionsOf, named, Values } from "#lib/domain/payments/listing/conditions.ts";
import type { PaymentFilter } from "#lib/domain/payments/listing/filter.ts";

/** Exact as of the moment they were read. Revenue is of succeeded payments, in smallest units of each currency. */
export type PaymentStatistics = {
  payments: number;
  customers: number;
  revenue: { currency: string; value: AtomicAmount }[];
};

type Row = { payments: string; customers: string; revenue: Record<string, string> | null };

function toStatistics([row]: Row[]): PaymentStatistics {
  const revenue = Object.entries(row?.revenue ?? {}).map(([currency, value]) => ({ currency, value: BigInt(value) }));
  return { payments: Number(row?.payments ?? 0), customers: Number(row?.customers ?? 0), revenue };
}

const byCurrency = `(SELECT jsonb_object_agg(fiat_currency, revenue::text) FROM
  (SELECT fiat_currency, sum(revenue) AS revenue FROM counted GROUP BY 1 HAVING sum(revenue) > 0) c)`;

/**
 * Statistics of a filter by merchant, status and token alone, from the rollup and the deltas that are not folded into
 * it yet: as many rows as there are states and tokens, however many payments. The customers of a status, of several
 * merchants, or of several tokens of one chain are not in it and are counted from the payments themselves.
 */
export async function sumRollup(on: Queryable, filter: PaymentFilter, now: Date): Promise<PaymentStatistics> {
  const values = new Values();
  const { merchantIds, statuses, assets } = filter;
  const partner = values.add(filter.partnerId);
  const merchants = values.add(merchantIds.length === 0 ? [""] : merchantIds);
  const scope = merchantIds.length === 0 ? "partner" : "merchant";
  const deltaMerchant = merchantIds.length === 0 ? "" : `AND merchant_id = ANY(${merchants}::text[])`;
  const kind = customerCount(filter);
  const conditions = [
    statuses.length === 0 ? "" : `AND status = ANY(${values.add(statuses)}::payment_status[])`,
    assets === null
      ? ""
      : `AND token_asset = ANY(${values.add(kind === "on_chain" ? withChains(assets) : assets)}::text[])`,
  ].join(" ");
  const customers =
    kind === null
      ? `(SELECT count(DISTINCT p.buyer_account) FROM payment p WHERE ${conditionsOf(filter, values, now)})`
      : "(SELECT coalesce(sum(customers), 0) FROM counted)";
  const text = `WITH counted AS (
      SELECT fiat_currency, payments, revenue, ${kind ?? "0"} AS customers FROM payment_rollup
      WHERE partner_id = ${partner} AND merchant_id = ANY(${merchants}::text[]) ${conditions}
      UNION ALL
      SELECT fiat_currency, payments, revenue, ${kind === null ? "0" : `${scope}_${kind}`} FROM payment_stat_delta
      WHERE partner_id = ${partner} ${deltaMerchant} ${conditions})
    SELECT (SELECT coalesce(sum(payments), 0) FROM counted) ${overdueOf(filter, values, now)} AS payments,
      ${customers} AS customers, ${byCurrency} AS revenue`;
  return toStatistics(await on.rows<Row>(named("payment-statistics", text), values.all));
}

/** Which of the rollup's counts tells a filter's customers; null when none does. */
function customerCount({ merchantIds, statuses, assets }: PaymentFilter): "on_chain" | "with_token" | null {
  if (statuses.length > 0 || merchantIds.length > 1) return null;
  if (assets === null) return "on_chain";
  const chains = assets.map((asset) => chainOf(asset));
  if (new Set(chains).size === chains.length) return "with_token";
  const wanted = new Set<string>(assets);
  const isWholeChains = tokens.every(
    (token) => !chains.includes(chainOf(assetOf(token))) || wanted.has(assetOf(token)),
  );
  return isWholeChains ? "on_chain" : null;
}

/** The assets, and under which key customers of their chains were counted at once (count_payment_statistics). */
function withChains(assets: readonly string[]): string[] {
  return [...assets, ...new Set(assets.map((asset) => `${chainOf(asset)}/`))];
}

function chainOf(asset: string): string {
  return asset.slice(0, asset.indexOf("/"));
}

/** Overdue payments count as expired and no longer as requires_action, though their rows do not say so yet. */
function overdueOf(filter: PaymentFilter, values: Values, now: Date): string {
  const [isOpen, isExpired] = [filter.statuses.includes("requires_action"), filter.statuses.includes("expired")];
  if (isOpen === isExpired) return "";
  const overdue = conditionsOf({ ...filter, statuses: [] }, values, now);
  const count = `(SELECT count(*) FROM payment p
    WHERE p.status = 'requires_action' AND p.expires_at <= ${values.add(now)} AND ${overdue})`;
  return isExpired ? `+ ${count}` : `- ${count}`;
}

/** Statistics of any filter, from the payments themselves by way of the filter's index. */
export async function sumPayments(on: Queryable, filter: PaymentFilter, now: Date): Promise<PaymentStatistics> {
  const values = new Values();
  const conditions = conditionsOf(filter, values, now);
  const text = `WITH matching AS MATERIALIZED (
      SELECT p.fiat_currency, p.status, p.fiat_value, p.buyer_account FROM payment p WHERE ${conditions}),
    counted AS (
      SELECT fiat_currency, sum(fiat_value) AS revenue FROM matching WHERE status = 'succeeded' GROUP BY 1)
    SELECT count(*) AS payments, count(DISTINCT buyer_account) AS customers, ${byCurrency} AS revenue FROM matching`;
  return toStatistics(await on.rows<Row>(named("payment-sums", text), values.all));
}

const fold = {
  name: "payment-statistics-fold",
  text: `WITH gone AS (
      DELETE FROM payment_stat_delta WHERE id IN (SELECT id FROM payment_stat_delta ORDER BY id LIMIT $1)
      RETURNING partner_id, merchant_id, status, token_asset, fiat_currency, payments, revenue,
        partner_on_chain, partner_with_token, merchant_on_chain, merchant_with_token),
    folded AS (
      INSERT INTO payment_rollup AS r
      SELECT g.partner_id, s.merchant_id, g.status, g.token_asset, g.fiat_currency, sum(g.payments), sum(g.revenue),
        sum(s.on_chain), sum(s.with_token)
      FROM gone g CROSS JOIN LATERAL
        (VALUES ('', g.partner_on_chain, g.partner_with_token), (g.merchant_id, g.merchant_on_chain, g.merchant_with_token))
          AS s (merchant_id, on_chain, with_token)
      GROUP BY 1, 2, 3, 4, 5
      ON CONFLICT (partner_id, merchant_id, status, token_asset, fiat_currency) DO UPDATE
      SET payments = r.payments + excluded.payments, revenue = r.revenue + excluded.revenue,
        on_chain = r.on_chain + excluded.on_chain, with_token = r.with_token + excluded.with_token)
    SELECT count(*) AS folded FROM gone`,
};
const takeTurn = { name: "payment-statistics-turn", text: "SELECT pg_try_advisory_xact_lock(7166014) AS taken" };

/**
 * Folds up to `limit` deltas into the rollup, in one statement, so that every reader sees each of them exactly once.
 * One folder at a time: another one's call folds nothing.
 * @returns how many were folded.
 */
export async function foldDeltas(tx: Queryable, limit: number): Promise<number> {
  const [turn] = await tx.rows<{ taken: boolean }>(takeTurn, []);
  if (turn?.taken !== true) return 0;
  const [row] = await tx.rows<{ folded: string }>(fold, [limit]);
  return Number(row?.folded ?? 0);
}
