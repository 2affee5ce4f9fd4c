import { isId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";

const select = statement({
  name: "payment-embed-origin",
  text: `SELECT p.id FROM payment p JOIN partner r ON r.id = p.partner_id
    WHERE p.id = $1 AND $2::text = ANY (r.embed_origins)`,
});

/** True when the payment's partner allows the exact origin to embed its checkouts. Two look-ups by primary key. */
export async function mayEmbed(paymentId: string, origin: string): Promise<boolean> {
  return isId("pay", paymentId) && (await database.rows(select, [paymentId, origin])).length > 0;
}
