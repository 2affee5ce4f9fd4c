import type { PaymentId, RefundId } from "#lib/core/ids.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import type { Misbooked } from "#lib/domain/payments/ledger/checks-repository.ts";
import type { LedgerKind, RefundFault } from "#lib/domain/payments/ledger/difference.ts";

type Row = { subject: string; kind: LedgerKind; asset: string; expected: string | null; booked: string | null };
const misbooked = (only: "" | "AND payment_id = ANY($2)") => `WITH expected AS (
      SELECT t.refund_id, part.kind::ledger_kind AS kind, 'eip155:' || t.chain_id || '/erc20:' || t.token AS asset, t.amount,
        CASE WHEN part.kind <> 'refund_owed' THEN t.tx_hash END AS tx_hash,
        CASE WHEN part.kind <> 'refund_owed' THEN t.block_number END AS block_number, part.debit, part.credit
      FROM chain_transfer t JOIN refund r ON r.id = t.refund_id
      CROSS JOIN LATERAL (VALUES
        (CASE WHEN r.from_treasury THEN 'refund' ELSE 'refund_collected' END, 'refund_owed', 'merchant:' || r.merchant_id, 'buyers'),
        ('refund_collected', 'refund_collected', 'router:' || t.chain_id || ':' || t.recipient, 'merchant:' || r.merchant_id),
        ('refund', 'refunded', 'buyers',
          CASE WHEN r.from_treasury THEN 'treasury:' ELSE 'router:' END || t.chain_id || ':' || t.sender)) AS part (cause, kind, debit, credit)
      WHERE t.refund_id IS NOT NULL AND part.cause = t.kind::text ${only.replace("payment_id", "t.payment_id")}
    ), booked AS (
      SELECT refund_id, kind, asset, amount, tx_hash, block_number, debit, credit FROM ledger_entry WHERE refund_id IS NOT NULL ${only}
    )
    SELECT refund_id AS subject, kind, coalesce(e.asset, b.asset) AS asset, e.amount AS expected, b.amount AS booked
    FROM expected e FULL JOIN booked b USING (refund_id, kind)
    WHERE (e.asset, e.amount, e.tx_hash, e.block_number, e.debit, e.credit)
      IS DISTINCT FROM (b.asset, b.amount, b.tx_hash, b.block_number, b.debit, b.credit)
    ORDER BY refund_id, kind LIMIT $1`;
const selectMisbooked = statement<Row>({ name: "ledger-misbooked-refunds", text: misbooked("") });
const selectMisbookedOf = statement<Row>({
  name: "ledger-misbooked-refunds-of",
  text: misbooked("AND payment_id = ANY($2)"),
});

/**
 * Lists the entries of refunds that are missing, have no cause or differ from it; at most `limit`.
 * @param payments the payments to check; null for all.
 */
export async function listMisbookedRefunds(
  on: Queryable,
  limit: number,
  payments: readonly PaymentId[] | null = null,
): Promise<Misbooked[]> {
  const amount = (text: string | null) => (text === null ? null : BigInt(text));
  const rows = await (payments === null
    ? on.rows(selectMisbooked, [limit])
    : on.rows(selectMisbookedOf, [limit, payments]));
  return rows.map(({ subject, kind, asset, expected, booked }) => {
    return { subject, entry: kind, asset, expected: amount(expected), booked: amount(booked) };
  });
}

/** A refund that is inconsistent with its transfers or its payment, with the first fault. */
export type InconsistentRefund = { id: RefundId; paymentId: PaymentId; fault: RefundFault };

const inconsistent = (only: "" | "AND r.payment_id = ANY($2)") => `SELECT id, "paymentId", fault FROM (
      SELECT r.id, r.payment_id AS "paymentId", CASE
        WHEN r.from_treasury AND (r.state = 'processing' OR s.id IS NOT NULL) AND o.refund_id IS DISTINCT FROM r.id
          OR o.refund_id = r.id AND (r.state = 'succeeded') <> (o.state = 'final') THEN 'payout_disagrees'
        WHEN r.state <> 'succeeded' AND (c.id IS NOT NULL OR s.id IS NOT NULL)
          -- A payout that the token took a part of has failed.
          AND NOT (r.from_treasury AND r.state = 'failed' AND c.id IS NULL AND o.state = 'failed') THEN 'moved_without_success'
        WHEN r.state = 'succeeded' AND (c.id IS NULL) <> r.from_treasury OR r.state = 'succeeded' AND s.id IS NULL
          THEN 'succeeded_without_transfers'
        WHEN r.state = 'succeeded' AND NOT r.from_treasury AND (c.amount, s.amount) IS DISTINCT FROM (r.amount, r.amount)
          OR r.state = 'succeeded' AND s.amount <> r.amount THEN 'moved_another_amount'
        WHEN r.state = 'succeeded' AND (coalesce(c.tx_hash, s.tx_hash), s.tx_hash) IS DISTINCT FROM (r.tx_hash, r.tx_hash)
          THEN 'moved_by_another_transaction'
        WHEN of.refunded IS DISTINCT FROM p.refunded_amount THEN 'payment_counts_another_amount'
        WHEN (p.refunded_amount IS NOT DISTINCT FROM p.token_amount) <> (p.refunded_at IS NOT NULL) THEN 'payment_disagrees'
      END AS fault
      FROM refund r JOIN payment p ON p.id = r.payment_id LEFT JOIN payout o ON o.payment_id = r.payment_id
      LEFT JOIN chain_transfer c ON c.refund_id = r.id AND c.kind = 'refund_collected'
      LEFT JOIN chain_transfer s ON s.refund_id = r.id AND s.kind = 'refund'
      CROSS JOIN LATERAL (SELECT sum(amount) AS refunded FROM refund
        WHERE payment_id = r.payment_id AND state IN ('marked', 'succeeded')) of
      WHERE NOT is_on_simulated_chain(r.asset) ${only}
    ) AS judged WHERE fault IS NOT NULL ORDER BY id LIMIT $1`;
const selectInconsistent = statement<InconsistentRefund>({
  name: "ledger-inconsistent-refunds",
  text: inconsistent(""),
});
const selectInconsistentOf = statement<InconsistentRefund>({
  name: "ledger-inconsistent-refunds-of",
  text: inconsistent("AND r.payment_id = ANY($2)"),
});

/** Lists refunds that are inconsistent, at most `limit`. @param payments the payments to check; null for all. */
export function listInconsistentRefunds(
  on: Queryable,
  limit: number,
  payments: readonly PaymentId[] | null = null,
): Promise<InconsistentRefund[]> {
  return payments === null ? on.rows(selectInconsistent, [limit]) : on.rows(selectInconsistentOf, [limit, payments]);
}
