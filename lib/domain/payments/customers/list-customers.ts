import type { Caip10 } from "#lib/core/caip.ts";
import type { AtomicAmount } from "#lib/core/money.ts";
import { database } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { statement } from "#lib/db/statement.ts";

/** A buyer's succeeded payments. */
export type Customer = {
  account: Caip10;
  payments: number;
  /** The fiat value of the payments by ISO 4217 code, refunds included, in smallest units of each currency. */
  volume: { currency: string; value: AtomicAmount }[];
  /** The UTC days, `YYYY-MM-DD`, on which the first and the last of the payments were created. */
  firstDay: string;
  lastDay: string;
};

export type CustomerPosition = { lastDay: string; account: string };

const select = statement<Omit<Customer, "payments" | "volume"> & { payments: string; volume: Record<string, string> }>({
  name: "customers",
  text: `SELECT buyer_account AS account, payments, volume, to_char(first_day, 'YYYY-MM-DD') AS "firstDay",
      to_char(last_day, 'YYYY-MM-DD') AS "lastDay"
    FROM customer_total
    WHERE partner_id = $1 AND merchant_id = $2 AND (last_day, buyer_account) < ($3::date, $4::text)
    ORDER BY partner_id DESC, merchant_id DESC, last_day DESC, buyer_account DESC LIMIT $5`,
});

/**
 * Lists the buyers with at least one succeeded payment, the latest first, after a position: of one merchant,
 * or of all. Payments of the last few seconds may be missing, until they are folded. Reads a range of an
 * index, at any number of payments.
 */
export async function listCustomers(
  { partnerId }: PartnerScope,
  { merchantId, after, limit }: { merchantId: string | null; after: CustomerPosition | null; limit: number },
): Promise<Customer[]> {
  const values = [partnerId, merchantId ?? "", after?.lastDay ?? "infinity", after?.account ?? "", limit];
  return (await database.rows(select, values)).map(({ payments, volume, ...customer }) => ({
    ...customer,
    payments: Number(payments),
    volume: Object.entries(volume)
      .map(([currency, value]) => ({ currency, value: BigInt(value) }))
      .sort((a, b) => (a.currency < b.currency ? -1 : 1)),
  }));
}
