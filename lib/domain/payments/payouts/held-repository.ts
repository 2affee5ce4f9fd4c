import type { Caip19 } from "#lib/core/caip.ts";
import type { AtomicAmount } from "#lib/core/money.ts";
import { database } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { statement } from "#lib/db/statement.ts";
import { selectHeld } from "#lib/domain/payments/payouts/held/conditions.ts";

/** Held payouts of one asset: their amount net of fees, and the number of payments. */
export type HeldSum = { asset: Caip19; amount: AtomicAmount; payments: number };

type Row = { asset: Caip19; amount: string; payments: number };
const sumHeldBy = (holder: string, condition: string) =>
  statement<Row>({
    name: `payouts-held-sum-of-${holder}`,
    text: `SELECT o.asset, sum(o.amount) AS amount, count(*)::int AS payments FROM (${selectHeld("o.asset, o.amount", condition)}) o
    GROUP BY o.asset ORDER BY o.asset`,
  });
// One statement per kind of scope, so that each uses its own index.
const sumOfPartner = sumHeldBy("partner", "o.partner_id = $1");
const sumOfMerchant = sumHeldBy("merchant", "o.merchant_id = $2 AND o.partner_id = $1");

/**
 * Sums by asset the payouts in a scope whose money waits in the treasury for a person: held for lack of a destination, which an
 * index-only scan reads, or failed for good.
 */
export async function sumHeldPayouts({ partnerId, merchantId }: PartnerScope): Promise<HeldSum[]> {
  const rows =
    merchantId === null
      ? await database.rows(sumOfPartner, [partnerId])
      : await database.rows(sumOfMerchant, [partnerId, merchantId]);
  return rows.map(({ asset, amount, payments }) => ({ asset, amount: BigInt(amount), payments }));
}
