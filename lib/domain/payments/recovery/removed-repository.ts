import type { Hex } from "viem";
import type { Caip19 } from "#lib/core/caip.ts";
import type { MovementId, PaymentId, RefundId } from "#lib/core/ids.ts";
import type { AtomicAmount } from "#lib/core/money.ts";
import type { Queryable } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { statement } from "#lib/db/statement.ts";

/** The effect of a removed transaction: a payment's or refund's transfers, or a movement. */
export type RemovedSubject = { subject: PaymentId | RefundId | MovementId; chainId: number; txHash: Hex };

const selectSubjects = statement<RemovedSubject>({
  name: "removed-subjects",
  text: `SELECT DISTINCT coalesce(t.refund_id, t.payment_id) AS subject, r.chain_id AS "chainId", r.mined_hash AS "txHash"
      FROM relay_transaction r JOIN chain_transfer t ON t.chain_id = r.chain_id AND t.tx_hash = r.mined_hash
      WHERE r.id = ANY($1::bigint[])
    UNION SELECT v.id, r.chain_id, r.mined_hash FROM relay_transaction r JOIN movement v ON v.id = r.movement_id AND v.state = 'final'
      WHERE r.id = ANY($1::bigint[])`,
});

/** Lists what relay transactions have paid; nothing for those that failed. */
export async function listSubjects(on: Queryable, relayIds: readonly bigint[]): Promise<RemovedSubject[]> {
  return on.rows(selectSubjects, [relayIds.map(String)]);
}

const selectGasCost = statement<{ gas_cost: string | null }>({
  name: "removed-gas-cost",
  text: "SELECT gas_cost FROM relay_transaction WHERE id = $1",
});

/** Returns what a relay transaction cost when it ended, in wei. */
export async function readGasCost(on: Queryable, relayId: bigint): Promise<bigint> {
  const [row] = await on.rows(selectGasCost, [relayId]);
  return BigInt(row?.gas_cost ?? 0);
}

/** A payment or refund whose transfer a deep reorg has removed from the chain. */
export type RemovedPayment = {
  paymentId: PaymentId;
  refundId: RefundId | null;
  merchantName: string;
  referenceId: string;
  asset: Caip19;
  amount: AtomicAmount;
  /** True once it can't return to the chain; it is being sent again before. */
  isMissing: boolean;
  since: Date;
};

const selectRemoved = statement<Omit<RemovedPayment, "amount"> & { amount: string }>({
  name: "removed-payments",
  text: `SELECT * FROM (SELECT DISTINCT ON (m.relay_transaction_id, t.payment_id) t.payment_id AS "paymentId", t.refund_id AS "refundId",
      c.name AS "merchantName", p.reference_id AS "referenceId", 'eip155:' || t.chain_id || '/erc20:' || t.token AS asset,
      t.amount, m.state = 'missing' AS "isMissing", m.created_at AS since
    FROM removed_transaction m JOIN relay_transaction r ON r.id = m.relay_transaction_id
      JOIN chain_transfer t ON t.chain_id = r.chain_id AND t.tx_hash = m.tx_hash
      JOIN payment p ON p.id = t.payment_id JOIN merchant c ON c.id = p.merchant_id
    WHERE m.state IN ('open', 'missing') AND ($1::text IS NULL OR p.partner_id = $1) AND ($2::text IS NULL OR p.merchant_id = $2)
    ORDER BY m.relay_transaction_id, t.payment_id, t.amount DESC) AS removed ORDER BY since LIMIT $3`,
});

/**
 * Lists payments and refunds that a deep reorg has removed and that aren't settled, the oldest first; of all
 * partners without a scope.
 */
export async function listRemovedPayments(
  on: Queryable,
  scope: PartnerScope | null,
  limit: number,
): Promise<RemovedPayment[]> {
  const values = [scope?.partnerId ?? null, scope?.merchantId ?? null, limit];
  const rows = await on.rows(selectRemoved, values);
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
}

const resolve = statement<{ chainId: number; txHash: Hex }>({
  name: "removed-resolve",
  text: `UPDATE removed_transaction m SET state = 'resolved', note = $2, resolved_by = $3, updated_at = now()
    FROM relay_transaction r WHERE r.id = m.relay_transaction_id AND m.state = 'missing'
      AND (r.movement_id = $1 OR EXISTS (SELECT FROM chain_transfer t WHERE t.chain_id = r.chain_id AND t.tx_hash = m.tx_hash
        AND coalesce(t.refund_id, t.payment_id) = $1))
    RETURNING r.chain_id AS "chainId", m.tx_hash AS "txHash"`,
});

/** Records how a person settled what is missing. @returns the removed transactions; none when nothing of it is missing. */
export function resolveMissing(
  tx: Queryable,
  subject: string,
  { note, by }: { note: string; by: string },
): Promise<{ chainId: number; txHash: Hex }[]> {
  return tx.rows(resolve, [subject, note, by]);
}

const selectHoldings = statement<Omit<HoldingEntry, "amount"> & { amount: string }>({
  name: "removed-holdings",
  text: `SELECT asset, debit, credit, amount FROM ledger_entry
      WHERE tx_hash = $1 AND (payment_id = $2 AND refund_id IS NULL OR refund_id = $2) AND (debit LIKE 'treasury:%' OR credit LIKE 'treasury:%')
    UNION ALL SELECT asset, debit, credit, amount FROM wallet_entry WHERE tx_hash = $1 AND movement_id = $2`,
});

/** An entry of the books that moved something into a treasury or out of it. */
export type HoldingEntry = { asset: Caip19; debit: string; credit: string; amount: bigint };

/** Lists the entries of a payment, refund or movement by a transaction that changed what a treasury holds. */
export async function listHoldingEntries(on: Queryable, txHash: Hex, subject: string): Promise<HoldingEntry[]> {
  const rows = await on.rows(selectHoldings, [txHash, subject]);
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
}
