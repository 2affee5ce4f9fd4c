import { assetOf, tokensOf } from "#lib/chain/tokens.ts";
import { modeOf } from "#lib/core/account-mode.ts";
import type { PaymentFilter } from "#lib/domain/payments/listing/filter.ts";
import type { Values } from "#lib/domain/payments/listing/values.ts";

/** The statuses of payments that have a buyer, with their bits in payment_customer_rollup. */
const bits = { processing: 1, succeeded: 2, failed: 4 } as const;
type BuyerStatus = keyof typeof bits;

/**
 * Writes the number of distinct buyers of a filter by merchant, status and token: the count of the rollups, corrected by a
 * look-up of each buyer with pending deltas. The rollups don't say how many buyers several merchants share, so for them
 * the index of payment_customer is counted.
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
  // OFFSET 0 makes the planner look up each merchant and buyer, instead of reading all of payment_customer.
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
 * Writes the number of buyers according to the rollups. A buyer's account is on one chain, so chains add up. For several
 * tokens of a chain, a buyer of more than one is counted with each of them, and subtracted again by its mix of tokens.
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
 * Returns the `tokens` keys of payment_customer_rollup that cover a filter (everything, whole chains, or single tokens),
 * and the tokens among them that may share buyers.
 */
function rollupTokens({ partnerId, assets }: PaymentFilter): { keys: string[]; shared: string[] } {
  if (assets === null) return { keys: [""], shared: [] };
  const keys: string[] = [];
  const shared: string[] = [];
  const known = tokensOf(modeOf(partnerId)).map(assetOf);
  for (const chain of new Set(assets.map((asset) => asset.slice(0, asset.indexOf("/") + 1)))) {
    const wanted = [...new Set<string>(assets)].filter((asset) => asset.startsWith(chain));
    const isWhole = known.every((asset) => wanted.includes(asset) || !asset.startsWith(chain));
    keys.push(...(isWhole ? [chain] : wanted));
    if (!isWhole && wanted.length > 1) shared.push(...wanted);
  }
  return { keys, shared };
}
