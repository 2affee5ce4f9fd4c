import type { PartnerId } from "#lib/core/ids.ts";
import { pool } from "#lib/db/pool.ts";
import type { Customer } from "#lib/domain/payments/customers/list-customers.ts";

const count = `SELECT buyer_account AS account, sum(payments)::int AS payments,
    jsonb_agg(jsonb_build_object('currency', fiat_currency, 'value', value::text) ORDER BY fiat_currency) AS volume,
    to_char(min(first), 'YYYY-MM-DD') AS "firstDay", to_char(max(last), 'YYYY-MM-DD') AS "lastDay"
  FROM (SELECT buyer_account, fiat_currency, count(*) AS payments, sum(fiat_value) AS value,
      min(created_at AT TIME ZONE 'UTC') AS first, max(created_at AT TIME ZONE 'UTC') AS last
    FROM payment WHERE status = 'succeeded' AND partner_id = $1 AND ($2::text IS NULL OR merchant_id = $2) GROUP BY 1, 2) p
  GROUP BY 1 ORDER BY max(last)::date DESC, buyer_account DESC`;

/** The customers of a partner, or of one merchant, counted from the payments themselves. */
export async function countCustomers(partnerId: PartnerId, merchantId: string | null): Promise<Customer[]> {
  type Row = Omit<Customer, "volume"> & { volume: { currency: string; value: string }[] };
  const { rows } = await pool().query<Row>(count, [partnerId, merchantId]);
  return rows.map(({ volume, ...customer }) => ({
    ...customer,
    volume: volume.map(({ currency, value }) => ({ currency, value: BigInt(value) })),
  }));
}
