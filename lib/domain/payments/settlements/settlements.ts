import type { Address, Caip10, Caip19 } from "#lib/core/caip.ts";
import type { MerchantId, PaymentId } from "#lib/core/ids.ts";
import type { AtomicAmount } from "#lib/core/money.ts";
import { rowsPerBatch } from "#lib/db/keyset.ts";
import { database } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import type { Statement } from "#lib/db/statement.ts";
import { statement } from "#lib/db/statement.ts";
import { hasMoved } from "#lib/domain/payments/payouts/held/conditions.ts";

/**
 * `held` includes payouts that have failed for good, `in_progress` those that are retried. `refunded` went
 * back to the buyer from the treasury, and never to the merchant. `incomplete` left the treasury for either
 * of them, who received less than is owed: another payout would pay twice.
 */
export const settlementStates = ["settled", "in_progress", "held", "refunded", "incomplete"] as const;
export type SettlementState = (typeof settlementStates)[number];

/** The settlement of a succeeded payment; amounts are smallest units of `asset`. */
export type Settlement = {
  paymentId: PaymentId;
  referenceId: string;
  merchantId: MerchantId;
  merchantName: string;
  state: SettlementState;
  asset: Caip19;
  /** Net of the fee. */
  amount: AtomicAmount;
  /** The part of it that left the account that pays, as balances and statements count it; zero before. */
  moved: AtomicAmount;
  fee: AtomicAmount;
  /** Null while held; the buyer's account for a refund. */
  destination: Caip10 | null;
  /** The account that pays: a payment router, in the transaction of the payment, or a treasury. */
  payer: Address;
  txHash: string | null;
  /** When the payment succeeded. */
  createdAt: Date;
  /** When the merchant was paid, or the buyer for a refund; also when they received less than is owed. */
  settledAt: Date | null;
};

export type SettlementFilter = {
  merchantIds: readonly string[];
  states: readonly SettlementState[];
  /** Bounds of the payment's success, inclusive and exclusive. */
  from: Date | null;
  until: Date | null;
};

export type SettlementPosition = { createdAt: Date; paymentId: string };

const isOver = "o.state = 'failed' AND o.retry_at IS NULL";
const stateOf = `CASE WHEN o.state = 'final' AND o.refund_id IS NOT NULL THEN 'refunded' WHEN o.state = 'final' THEN 'settled'
  WHEN ${isOver} AND t.amount IS NOT NULL THEN 'incomplete' WHEN o.state = 'held' OR ${isOver} THEN 'held' ELSE 'in_progress' END`;

// One branch for each part of a state that an index of its own answers: few payouts are held, in progress or have failed.
const branches: Record<SettlementState, readonly string[]> = {
  settled: ["o.state = 'final' AND o.refund_id IS NULL"],
  in_progress: ["o.state IN ('pending', 'submitted')", "o.state = 'failed' AND o.retry_at IS NOT NULL"],
  held: ["o.state = 'held'", `${isOver} AND NOT ${hasMoved}`],
  refunded: ["o.refund_id IS NOT NULL AND o.state = 'final'"],
  incomplete: [`${isOver} AND ${hasMoved}`],
};

const owners = {
  partner: "$7::text[] = '{}'",
  merchants: "o.merchant_id = ANY($7::text[])",
} as const;

type Row = Omit<Settlement, "amount" | "moved" | "fee"> & { amount: string; moved: string; fee: string };
function selectPage(owner: keyof typeof owners, asked: readonly SettlementState[]): Statement<Row> {
  // In one order, because a statement's name stands for one text on a connection.
  const states = settlementStates.filter((state) => asked.includes(state));
  const isAll = states.length === 0 || states.length === settlementStates.length;
  const conditions = isAll ? ["true"] : states.flatMap((state) => branches[state]);
  const parts = conditions.map(
    (condition) => `(SELECT * FROM payout o WHERE o.partner_id = $1 AND ${owners[owner]} AND (${condition})
        AND o.created_at >= $2 AND o.created_at < $3 AND (o.created_at, o.payment_id) < ($4, $5)
      ORDER BY o.created_at DESC, o.payment_id DESC LIMIT $6)`,
  );
  return statement<Row>({
    name: `settlements-${owner}-${isAll ? "" : states.join("-")}`,
    text: `SELECT o.payment_id AS "paymentId", p.reference_id AS "referenceId", o.merchant_id AS "merchantId",
        m.name AS "merchantName", ${stateOf} AS state, o.asset, o.amount, o.fee, o.destination, o.treasury AS payer,
        coalesce(t.amount, CASE o.state WHEN 'final' THEN o.amount END, 0) AS moved,
        coalesce(p.settlement_tx_hash, r.tx_hash, t.tx_hash) AS "txHash", o.created_at AS "createdAt",
        coalesce(p.settled_at, CASE r.state WHEN 'succeeded' THEN r.updated_at END, t.created_at) AS "settledAt"
      FROM (SELECT * FROM (${parts.join(" UNION ALL ")}) o ORDER BY o.created_at DESC, o.payment_id DESC LIMIT $6) o
        JOIN payment p ON p.id = o.payment_id JOIN merchant m ON m.id = o.merchant_id LEFT JOIN refund r ON r.id = o.refund_id
        LEFT JOIN chain_transfer t ON o.state IN ('final', 'failed') AND t.payment_id = o.payment_id
          AND t.kind = CASE WHEN o.refund_id IS NULL THEN 'settlement' ELSE 'refund' END::transfer_kind
          AND t.refund_id IS NOT DISTINCT FROM o.refund_id
      ORDER BY o.created_at DESC, o.payment_id DESC`,
  });
}

const earliest = new Date(0);
const latest = new Date("9999-01-01T00:00:00.000Z");

/** Lists a partner's settlements, the newest first, after a position. */
export async function listSettlements(
  { partnerId }: PartnerScope,
  { merchantIds, states, from, until }: SettlementFilter,
  after: SettlementPosition | null,
  limit: number,
): Promise<Settlement[]> {
  const position = [after?.createdAt ?? latest, after?.paymentId ?? ""];
  const values = [partnerId, from ?? earliest, until ?? latest, ...position, limit, [...merchantIds]];
  const rows = await database.rows(selectPage(merchantIds.length === 0 ? "partner" : "merchants", states), values);
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount), moved: BigInt(row.moved), fee: BigInt(row.fee) }));
}

/** Yields all settlements of a filter in batches, the newest first; the next batch is read when it is asked for. */
export async function* walkSettlements(
  scope: PartnerScope,
  filter: SettlementFilter,
): AsyncGenerator<Settlement[], undefined> {
  let after: SettlementPosition | null = null;
  do {
    const batch: Settlement[] = await listSettlements(scope, filter, after, rowsPerBatch);
    if (batch.length > 0) yield batch;
    after = batch.length < rowsPerBatch ? null : (batch.at(-1) ?? null);
  } while (after !== null);
}
