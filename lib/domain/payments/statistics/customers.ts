import { assetOf, tokens } from "#lib/chain/tokens.ts";
import type { PaymentFilter } from "#lib/domain/payments/listing/filter.ts";
import type { Values } from "#lib/domain/payments/listing/values.ts";

/** The statuses that a payment with a buyer can have, each with its bit in payment_customer_rollup. */
const bits = { processing: 1, succeeded: 2, failed: 4 } as const;
type BuyerStatus = keyof typeof bits;

/**
 * SQL of the number of distinct buyers of a filter by merchant, status and token alone: what the rollups of customers
 * say, corrected by the buyers whose changes are not folded into them yet, each of whom is looked up once. Several
 * merchants share buyers in ways that are not rolled up; their rows of payment_customer are counted, in its index.
 * @param merchants placeholder of the rollups' merchant ids.
 */
export function customersOf(filter: PaymentFilter, values: Values, merchants: string): string {
  const { partnerId, merchantIds, assets } = filter;
  const statuses = buyerStatuses(filter);
  if (statuses.length === 0) return "0::bigint";
  const partner = values.add(partnerId);
  const conditions = [
    filter.statuses.length === 0 ? "" : `AND status = ANY(${values.add(statuses)}::payment_status[])`,
    assets === null ? "" : `AND token_asset = ANY(${values.add(assets)}::text[])`,
  ].join(" ");
  // OFFSET 0 keeps the planner from reading all of payment_customer: it goes from merchant to merchant, and to each buyer.
  const folded =
    merchantIds.length > 1
      ? `(SELECT count(*) FROM (SELECT DISTINCT k.buyer_account FROM unnest(${merchants}::text[]) AS m (id)
          CROSS JOIN LATERAL (SELECT buyer_account FROM payment_customer
            WHERE partner_id = ${partner} AND merchant_id = m.id ${conditions} OFFSET 0) k) b)`
      : rolledUp(filter, statuses, values, `partner_id = ${partner} AND merchant_id = ANY(${merchants}::text[])`);
  const ofMerchants = merchantIds.length === 0 ? "" : `AND merchant_id = ANY(${merchants}::text[])`;
  return `${folded} + (SELECT coalesce(sum((before + change > 0)::integer - (before > 0)::integer), 0)
    FROM (SELECT buyer_account, sum(payments) AS change FROM payment_stat_delta
      WHERE partner_id = ${partner} AND buyer_account IS NOT NULL ${ofMerchants} ${conditions}
      GROUP BY 1 HAVING sum(payments) <> 0) d
    CROSS JOIN LATERAL (SELECT coalesce(sum(payments), 0) AS before FROM payment_customer
      WHERE partner_id = ${partner} AND merchant_id = ANY(${merchants}::text[]) AND buyer_account = d.buyer_account
        ${conditions} OFFSET 0) k)`;
}

function buyerStatuses({ statuses }: PaymentFilter): BuyerStatus[] {
  const all = Object.keys(bits) as BuyerStatus[];
  return statuses.length === 0 ? all : all.filter((status) => statuses.includes(status));
}

/**
 * SQL of the rollups' number. A buyer is of one chain, so chains add up; of several tokens of a chain, a buyer of more
 * than one is counted with each, and taken off again by the mix of tokens it has.
 */
function rolledUp(filter: PaymentFilter, statuses: readonly BuyerStatus[], values: Values, whose: string): string {
  const wanted = statuses.reduce((sum, status) => sum + bits[status], 0);
  const { keys, shared } = rollupTokens(filter);
  const sum = `(SELECT coalesce(sum(customers), 0) FROM payment_customer_rollup
    WHERE ${whose} AND tokens = ANY(${values.add(keys)}::text[]) AND statuses & ${wanted} <> 0)`;
  if (shared.length === 0) return sum;
  const times = shared.map(
    (asset) => `coalesce((mix ->> ${values.add(asset)})::integer & ${wanted} <> 0, false)::integer`,
  );
  return `${sum} - (SELECT coalesce(sum(customers * (times - 1)), 0)
    FROM (SELECT customers, ${times.join(" + ")} AS times
      FROM (SELECT customers, tokens::jsonb AS mix FROM payment_customer_mix WHERE ${whose} OFFSET 0) m) m
    WHERE times > 1)`;
}

/**
 * Under which `tokens` payment_customer_rollup has the buyers of a filter: everything, whole chains, and single tokens
 * of the others; and which of these tokens may share buyers.
 */
function rollupTokens({ assets }: PaymentFilter): { keys: string[]; shared: string[] } {
  if (assets === null) return { keys: [""], shared: [] };
  const keys: string[] = [];
  const shared: string[] = [];
  for (const chain of new Set(assets.map((asset) => asset.slice(0, asset.indexOf("/") + 1)))) {
    const wanted = [...new Set<string>(assets)].filter((asset) => asset.startsWith(chain));
    const isWhole = tokens.map(assetOf).every((asset) => wanted.includes(asset) || !asset.startsWith(chain));
    keys.push(...(isWhole ? [chain] : wanted));
    if (!isWhole && wanted.length > 1) shared.push(...wanted);
  }
  return { keys, shared };
}
