import type { PaymentId } from "#lib/core/ids.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import type { LedgerKind, PaymentFault, UnrecordedAttribution } from "#lib/domain/payments/ledger/difference.ts";

// Derives the expected entries from the tables that record what happened, and joins them with the booked ones.
const misbooked = (only: "" | "AND payment_id = ANY($2::text[])") => `WITH expected AS (
      SELECT t.payment_id, CASE t.kind WHEN 'collection' THEN 'collected' WHEN 'settlement' THEN 'settled'
          WHEN 'held' THEN 'held' ELSE 'fee_sent' END::ledger_kind AS kind,
        'eip155:' || t.chain_id || '/erc20:' || t.token AS asset, t.amount, t.tx_hash, t.block_number,
        CASE t.kind WHEN 'collection' THEN 'router:' || t.chain_id || ':' || t.recipient
          WHEN 'settlement' THEN 'merchant:' || p.merchant_id ELSE 'treasury:' || t.chain_id || ':' || t.recipient END AS debit,
        CASE WHEN t.kind = 'collection' THEN 'buyers' WHEN c.tx_hash = t.tx_hash THEN 'router:' || t.chain_id || ':' || t.sender
          ELSE 'treasury:' || t.chain_id || ':' || t.sender END AS credit
      FROM chain_transfer t JOIN payment p ON p.id = t.payment_id
        LEFT JOIN chain_transfer c ON c.payment_id = t.payment_id AND c.kind = 'collection'
      WHERE t.refund_id IS NULL ${only.replace("payment_id", "t.payment_id")}
      UNION ALL
      SELECT payment_id, 'owed', asset, amount, NULL, NULL, 'buyers', 'merchant:' || merchant_id FROM payout WHERE true ${only}
      UNION ALL
      SELECT payment_id, 'fee', asset, fee, NULL, NULL, 'buyers', 'fees:' || partner_id FROM payout WHERE fee > 0 ${only}
    ), booked AS (
      SELECT payment_id, kind, asset, amount, tx_hash, block_number, credit, debit FROM ledger_entry WHERE kind <> 'gas' AND refund_id IS NULL ${only}
    )
    SELECT payment_id AS subject, kind, coalesce(e.asset, b.asset) AS asset, e.amount AS expected, b.amount AS booked
    FROM expected e FULL JOIN booked b USING (payment_id, kind)
    WHERE (e.asset, e.amount, e.tx_hash, e.block_number, e.debit, e.credit)
      IS DISTINCT FROM (b.asset, b.amount, b.tx_hash, b.block_number, b.debit, b.credit)
    ORDER BY payment_id, kind LIMIT $1`;
type Row = { subject: string; kind: LedgerKind; asset: string; expected: string | null; booked: string | null };
const selectMisbooked = statement<Row>({ name: "ledger-misbooked", text: misbooked("") });
const selectMisbookedOf = statement<Row>({
  name: "ledger-misbooked-of",
  text: misbooked("AND payment_id = ANY($2::text[])"),
});

const misbookedGas = (only: boolean) => `WITH spent AS (
      SELECT id, gas_cost, mined_hash, block_number, 'treasury:' || chain_id || ':' || wallet AS credit,
        'eip155:' || chain_id || '/native' AS asset FROM relay_transaction
      WHERE gas_cost > 0 ${only ? "AND id = ANY($2::bigint[])" : ""}
    ), booked AS (
      SELECT relay_transaction_id AS id, amount, tx_hash, block_number, credit, asset FROM ledger_entry
      WHERE kind = 'gas' ${only ? "AND relay_transaction_id = ANY($2::bigint[])" : ""}
    )
    SELECT 'relay:' || id AS subject, 'gas' AS kind, coalesce(s.asset, b.asset) AS asset, s.gas_cost AS expected,
      b.amount AS booked
    FROM spent s FULL JOIN booked b USING (id)
    WHERE (s.gas_cost, s.mined_hash, s.block_number, s.credit, s.asset)
      IS DISTINCT FROM (b.amount, b.tx_hash, b.block_number, b.credit, b.asset)
    ORDER BY id LIMIT $1`;
const selectMisbookedGas = statement<Row>({ name: "ledger-misbooked-gas", text: misbookedGas(false) });
const selectMisbookedGasOf = statement<Row>({ name: "ledger-misbooked-gas-of", text: misbookedGas(true) });

/** The payments and relay transactions to check. */
export type Subjects = { payments: readonly PaymentId[]; relays: readonly bigint[] };

export type Misbooked = {
  subject: string;
  entry: LedgerKind;
  asset: string;
  /** Null when nothing happened. */
  expected: bigint | null;
  /** Null when nothing is booked. */
  booked: bigint | null;
};

/**
 * Lists entries that are missing, have no cause or differ from it; at most `limit` for payments and `limit` for gas.
 * @param only checks nothing but these, which reads nothing else; everything without it.
 */
export async function listMisbooked(on: Queryable, limit: number, only?: Subjects): Promise<Misbooked[]> {
  const amount = (text: string | null) => (text === null ? null : BigInt(text));
  const [payments, gas] =
    only === undefined
      ? [await on.rows(selectMisbooked, [limit]), await on.rows(selectMisbookedGas, [limit])]
      : [
          only.payments.length === 0 ? [] : await on.rows(selectMisbookedOf, [limit, only.payments]),
          only.relays.length === 0 ? [] : await on.rows(selectMisbookedGasOf, [limit, only.relays.map(String)]),
        ];
  return [...payments, ...gas].map(({ subject, kind, asset, expected, booked }) => {
    return { subject, entry: kind, asset, expected: amount(expected), booked: amount(booked) };
  });
}

// Skips payments of the simulated chain, of which the books have nothing, and succeeded payments without any event: they were inserted in that state, as
// for a benchmark, and have no history to check.
const inconsistent = (only: boolean) => `SELECT id, fault FROM (
      SELECT p.id, CASE
        WHEN p.status <> 'succeeded' AND (o.payment_id IS NOT NULL OR s.id IS NOT NULL) THEN 'owes_without_success'
        WHEN p.status <> 'succeeded' AND c.amount >= p.token_amount THEN 'collected_without_success'
        WHEN p.status <> 'succeeded' OR p.version = 0 THEN NULL
        WHEN c.id IS NULL THEN 'succeeded_without_collection'
        WHEN c.amount < p.token_amount THEN 'collected_less'
        WHEN c.tx_hash <> p.tx_hash THEN 'collected_by_another_transaction'
        WHEN o.payment_id IS NULL THEN 'owes_nothing'
        WHEN (o.amount + o.fee, o.fee, o.asset) IS DISTINCT FROM (p.token_amount, p.token_fee, p.token_asset)
          THEN 'owes_another_amount'
        -- A payout of a refund settles nothing.
        WHEN (o.state = 'final' AND o.refund_id IS NULL) <> (p.settlement_tx_hash IS NOT NULL) THEN 'settled_on_one_side_only'
        WHEN o.refund_id IS NOT NULL AND s.id IS NOT NULL THEN 'settled_and_refunded'
        WHEN o.state = 'final' AND s.tx_hash IS DISTINCT FROM p.settlement_tx_hash THEN 'settled_by_another_transaction'
        WHEN o.state = 'final' AND s.amount < o.amount THEN 'settled_less'
        WHEN s.amount > o.amount THEN 'settled_more'
        WHEN o.state NOT IN ('final', 'failed') AND s.id IS NOT NULL THEN 'settled_before_its_end'
      END AS fault
      FROM payment p
      LEFT JOIN payout o ON o.payment_id = p.id
      LEFT JOIN chain_transfer c ON c.payment_id = p.id AND c.kind = 'collection'
      LEFT JOIN chain_transfer s ON s.payment_id = p.id AND s.kind = 'settlement'
      WHERE (p.status IN ('processing', 'succeeded', 'failed') OR o.payment_id IS NOT NULL OR c.id IS NOT NULL
        OR s.id IS NOT NULL) AND is_on_simulated_chain(p.token_asset) IS NOT TRUE ${only ? "AND p.id = ANY($2::text[])" : ""}
    ) AS judged WHERE fault IS NOT NULL ORDER BY id LIMIT $1`;
type Inconsistent = { id: PaymentId; fault: PaymentFault };
const selectInconsistent = statement<Inconsistent>({ name: "ledger-inconsistent-payments", text: inconsistent(false) });
const selectInconsistentOf = statement<Inconsistent>({
  name: "ledger-inconsistent-payments-of",
  text: inconsistent(true),
});

/**
 * Lists payments whose state, payout and transfers are inconsistent, with the first fault of each; at most `limit`.
 * @param only checks nothing but these, which reads nothing else; everything without it.
 */
export async function listInconsistentPayments(
  on: Queryable,
  limit: number,
  only?: Pick<Subjects, "payments">,
): Promise<{ id: PaymentId; fault: PaymentFault }[]> {
  if (only === undefined) return on.rows(selectInconsistent, [limit]);
  return only.payments.length === 0 ? [] : on.rows(selectInconsistentOf, [limit, only.payments]);
}

const selectUnrecorded = statement<Omit<UnrecordedAttribution, "nonce"> & { nonce: string }>({
  name: "ledger-unrecorded-attributions",
  text: `SELECT u.chain_id AS "chainId", u.wallet, u.nonce, u.tx_hash AS "txHash", u.attribution::text,
      coalesce(u.payment_id, u.movement_id) AS subject
    FROM unknown_transaction u
    WHERE u.attribution IN ('collection', 'payout') AND NOT EXISTS (SELECT FROM chain_transfer t
        WHERE t.chain_id = u.chain_id AND t.tx_hash = u.tx_hash
          AND (u.attribution = 'payout') = (t.kind IN ('settlement', 'refund') AND t.sender = u.wallet))
      OR u.attribution = 'movement' AND NOT EXISTS (SELECT FROM movement m
        WHERE m.chain_id = u.chain_id AND m.tx_hash = u.tx_hash AND m.state = 'final')
    ORDER BY 1, 2, 3 LIMIT $1`,
});

/** Lists transactions that a recovery has attributed and whose payment, refund, payout or movement hasn't ended by them. */
export async function listUnrecordedAttributions(on: Queryable, limit: number): Promise<UnrecordedAttribution[]> {
  const rows = await on.rows(selectUnrecorded, [limit]);
  return rows.map((row) => ({ ...row, nonce: BigInt(row.nonce) }));
}
