import type { PaymentId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";

const clonePayments = statement({
  name: "test-clone-payments",
  text: `INSERT INTO payment SELECT (jsonb_populate_record(p, jsonb_build_object('id', p.id || '-' || n))).*
    FROM payment p, generate_series(1, $2::int) n WHERE p.id = $1`,
});
const clonePayouts = statement({
  name: "test-clone-payouts",
  text: `INSERT INTO payout SELECT (jsonb_populate_record(o, jsonb_build_object('payment_id', o.payment_id || '-' || n))).*
    FROM payout o, generate_series(1, $2::int) n WHERE o.payment_id = $1`,
});

/** Adds copies of a succeeded payment whose money is held, each with a held payout of its own. */
export async function holdMany(id: PaymentId, copies: number): Promise<void> {
  await database.rows(clonePayments, [id, copies]);
  await database.rows(clonePayouts, [id, copies]);
}
