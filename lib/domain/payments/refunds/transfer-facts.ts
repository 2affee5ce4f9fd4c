import type { Caip10 } from "#lib/core/caip.ts";
import type { PaymentId } from "#lib/core/ids.ts";
import type { AtomicAmount } from "#lib/core/money.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";

/** The facts that refunds need of a payment that was paid by transfers to a deposit address. */
export type TransferFacts = {
  /** The account for refunds that the buyer has named; null without one. */
  refundAccount: Caip10 | null;
  /** The account that sent the largest part: an exchange's perhaps, so never the recipient of a refund. */
  sender: Caip10;
  /** The amount asked of the buyer, in smallest units of the token. What was paid may be more, or less. */
  price: AtomicAmount;
};

type Row = { refundAccount: string | null; sender: string | null; price: string };
const select = statement<Row>({
  name: "refund-transfer-facts",
  text: `SELECT 'eip155:' || t.chain_id || ':' || t.sender AS sender, d.amount AS price,
      (SELECT n.refund_account FROM deposit_address n
        WHERE n.payment_id = d.payment_id AND n.chain_id = d.chain_id AND n.refund_account IS NOT NULL
        ORDER BY n.address <> d.address, n.created_at DESC LIMIT 1) AS "refundAccount"
    FROM chain_transfer t JOIN deposit_address d ON d.address = t.recipient AND d.payment_id = t.payment_id
    WHERE t.payment_id = $1 AND t.kind = 'collection'`,
});

/** Finds out how a payment was paid by transfers; null for one that wasn't. Unscoped: the caller has found the payment. */
export async function findTransferFacts(on: Queryable, id: PaymentId): Promise<TransferFacts | null> {
  const [row] = await on.rows(select, [id]);
  if (row === undefined) return null;
  const { refundAccount, sender, price } = row;
  return { refundAccount: refundAccount as Caip10 | null, sender: sender as Caip10, price: BigInt(price) };
}
