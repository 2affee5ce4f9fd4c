import type { Caip19 } from "#lib/core/caip.ts";
import { TillError } from "#lib/core/errors.ts";
import { isId, type MerchantId, type PaymentId, type RefundId } from "#lib/core/ids.ts";
import type { AtomicAmount } from "#lib/core/money.ts";
import { rowsPerBatch } from "#lib/db/keyset.ts";
import { database } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { statement } from "#lib/db/statement.ts";

/** The sums of a month in one asset, in its smallest units. The closing balance is opening + net - paidOut - heldRefunded. */
export type StatementTotals = {
  asset: Caip19;
  /** Held for the merchant when the month began and ended. */
  opening: AtomicAmount;
  closing: AtomicAmount;
  payments: number;
  net: AtomicAmount;
  fees: AtomicAmount;
  payouts: number;
  paidOut: AtomicAmount;
  refunds: number;
  /** Paid back by the merchant's wallet; the balance doesn't hold that money. */
  refunded: AtomicAmount;
  heldRefunds: number;
  /** Paid back from the treasury, of what it held for the merchant. */
  heldRefunded: AtomicAmount;
};

/**
 * `payment`: a payment succeeded. `payout`: its money reached the merchant. `refund`: the merchant's wallet paid the buyer.
 * `held_refund`: the treasury paid the buyer, of what it held for the merchant.
 */
type StatementLineKind = "payment" | "payout" | "refund" | "held_refund";

/** One movement of a merchant's money, as an entry of the ledger, in smallest units of `asset`. */
export type StatementLine = {
  kind: StatementLineKind;
  at: Date;
  paymentId: PaymentId;
  /** The refund that the line is of; empty for the other kinds. */
  refundId: RefundId | "";
  referenceId: string;
  asset: Caip19;
  /** Net of the fee for a payment. */
  amount: AtomicAmount;
  /** Zero except for a payment. */
  fee: AtomicAmount;
  /** The transaction on chain: for a payment the one that collected it. */
  txHash: string | null;
};

/** A UTC month as `YYYY-MM`. */
export type Month = string;

/** Parses `YYYY-MM`. @returns the month's first moment and that of the next; null for another text. */
export function parseMonth(text: string): { from: Date; until: Date } | null {
  if (!/^20\d\d-(0[1-9]|1[0-2])$/.test(text)) return null;
  const from = new Date(`${text}-01T00:00:00.000Z`);
  const until = new Date(from);
  until.setUTCMonth(until.getUTCMonth() + 1);
  return { from, until };
}

const selectTotals = statement<TotalsRow>({
  name: "statement-totals",
  text: `SELECT asset, sum(net - paid_out - held_refunded) FILTER (WHERE month < $3::date) AS opening,
      sum(net - paid_out - held_refunded) AS closing,
      coalesce(sum(payments) FILTER (WHERE month = $3::date), 0)::int AS payments, sum(net) FILTER (WHERE month = $3::date) AS net,
      sum(fees) FILTER (WHERE month = $3::date) AS fees,
      coalesce(sum(payouts) FILTER (WHERE month = $3::date), 0)::int AS payouts,
      sum(paid_out) FILTER (WHERE month = $3::date) AS "paidOut",
      coalesce(sum(refunds) FILTER (WHERE month = $3::date), 0)::int AS refunds,
      sum(refunded) FILTER (WHERE month = $3::date) AS refunded,
      coalesce(sum(held_refunds) FILTER (WHERE month = $3::date), 0)::int AS "heldRefunds",
      sum(held_refunded) FILTER (WHERE month = $3::date) AS "heldRefunded"
    FROM settlement_month WHERE partner_id = $1 AND merchant_id = $2 AND month <= $3::date GROUP BY asset ORDER BY asset`,
});

type Amounts = "opening" | "closing" | "net" | "fees" | "paidOut" | "refunded" | "heldRefunded";
type TotalsRow = Omit<StatementTotals, Amounts> & Record<Amounts, string | null>;

/** Reads the sums of a merchant's month by asset. Assets without movement and balance are left out. */
export async function readStatementTotals(
  { partnerId }: PartnerScope,
  merchantId: MerchantId,
  month: Month,
): Promise<StatementTotals[]> {
  const rows = await database.rows(selectTotals, [partnerId, merchantId, `${month}-01`]);
  const amount = (text: string | null) => BigInt(text ?? 0);
  return rows
    .map((row) => ({
      ...row,
      opening: amount(row.opening),
      closing: amount(row.closing),
      net: amount(row.net),
      fees: amount(row.fees),
      paidOut: amount(row.paidOut),
      refunded: amount(row.refunded),
      heldRefunded: amount(row.heldRefunded),
    }))
    .filter(({ opening, closing, payments, payouts, refunds, heldRefunds }) =>
      [opening, closing, payments, payouts, refunds, heldRefunds].some((each) => Number(each) !== 0),
    );
}

const selectMonths = statement<{ month: Month }>({
  name: "statement-months",
  text: `SELECT DISTINCT to_char(month, 'YYYY-MM') AS month FROM settlement_month
    WHERE partner_id = $1 AND merchant_id = $2 ORDER BY month DESC`,
});

/** Lists the months in which a merchant's money moved, the newest first. */
export async function listStatementMonths({ partnerId }: PartnerScope, merchantId: string): Promise<Month[]> {
  if (!isId("mrch", merchantId)) throw new TillError("not_found");
  return (await database.rows(selectMonths, [partnerId, merchantId])).map(({ month }) => month);
}

export type LinePosition = Pick<StatementLine, "at" | "kind" | "paymentId" | "refundId">;

// A payment that was paid in its own transaction gives two lines of the same time, and so do two refunds of
// one payment. Each branch reads one index. The last but one finds transfers that delivered less than was
// owed, so that the payout failed.
const selectLines = statement<Omit<StatementLine, "amount" | "fee"> & { amount: string; fee: string }>({
  name: "statement-lines",
  text: `SELECT l.kind, l.at, l.payment_id AS "paymentId", l.refund_id AS "refundId", p.reference_id AS "referenceId", l.asset, l.amount, l.fee,
      coalesce(l.tx_hash, CASE l.kind WHEN 'payment' THEN p.tx_hash ELSE p.settlement_tx_hash END) AS "txHash"
    FROM (
      (SELECT 'payment' AS kind, created_at AS at, payment_id, '' AS refund_id, asset, amount, fee, NULL AS tx_hash FROM payout
        WHERE merchant_id = $2 AND partner_id = $1 AND created_at >= $3 AND created_at < $4
          AND (created_at, payment_id, 'payment', '') > ($5, $6, $7, $8) ORDER BY created_at, payment_id LIMIT $9)
      UNION ALL
      (SELECT 'payout', created_at, payment_id, '', asset, amount, 0, NULL FROM payout
        WHERE merchant_id = $2 AND partner_id = $1 AND created_at >= $3 AND created_at < $4 AND state = 'final'
          AND updated_at = created_at AND (created_at, payment_id, 'payout', '') > ($5, $6, $7, $8)
        ORDER BY created_at, payment_id LIMIT $9)
      UNION ALL
      (SELECT 'payout', o.updated_at, o.payment_id, '', o.asset, t.amount, 0, t.tx_hash
        FROM payout o JOIN chain_transfer t ON t.payment_id = o.payment_id AND t.kind = 'settlement'
        WHERE o.merchant_id = $2 AND o.partner_id = $1 AND o.updated_at >= $3 AND o.updated_at < $4 AND o.state = 'final'
          AND o.updated_at > o.created_at AND (o.updated_at, o.payment_id, 'payout', '') > ($5, $6, $7, $8)
        ORDER BY o.updated_at, o.payment_id LIMIT $9)
      UNION ALL
      (SELECT 'payout', t.created_at, o.payment_id, '', o.asset, t.amount, 0, t.tx_hash
        FROM payout o JOIN chain_transfer t ON t.payment_id = o.payment_id AND t.kind = 'settlement'
        WHERE o.merchant_id = $2 AND o.partner_id = $1 AND o.state = 'failed' AND t.created_at >= $3 AND t.created_at < $4
          AND (t.created_at, o.payment_id, 'payout', '') > ($5, $6, $7, $8)
        ORDER BY t.created_at, o.payment_id LIMIT $9)
      UNION ALL
      (SELECT 'refund', updated_at, payment_id, id, asset, amount, 0, tx_hash FROM refund
        WHERE merchant_id = $2 AND partner_id = $1 AND updated_at >= $3 AND updated_at < $4
          AND state IN ('marked', 'succeeded') AND state = 'succeeded' AND NOT from_treasury
          AND (updated_at, payment_id, 'refund', id) > ($5, $6, $7, $8)
        ORDER BY updated_at, payment_id, id LIMIT $9)
      UNION ALL
      (SELECT 'held_refund', r.updated_at, r.payment_id, r.id, r.asset, t.amount, 0, t.tx_hash
        FROM refund r JOIN chain_transfer t ON t.refund_id = r.id AND t.kind = 'refund'
        WHERE r.merchant_id = $2 AND r.partner_id = $1 AND r.updated_at >= $3 AND r.updated_at < $4 AND r.from_treasury
          AND (r.updated_at, r.payment_id, 'held_refund', r.id) > ($5, $6, $7, $8)
        ORDER BY r.updated_at, r.payment_id, r.id LIMIT $9)
      ORDER BY at, payment_id, kind, refund_id LIMIT $9) l
    JOIN payment p ON p.id = l.payment_id ORDER BY l.at, l.payment_id, l.kind, l.refund_id`,
});

/** Lists the movements of a merchant's month in their order, after a position. */
export async function listStatementLines(
  { partnerId }: PartnerScope,
  merchantId: MerchantId,
  { from, until }: { from: Date; until: Date },
  after: LinePosition | null,
  limit: number,
): Promise<StatementLine[]> {
  const position = after === null ? [new Date(0), "", "", ""] : [after.at, after.paymentId, after.kind, after.refundId];
  const rows = await database.rows(selectLines, [partnerId, merchantId, from, until, ...position, limit]);
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount), fee: BigInt(row.fee) }));
}

/** Yields all movements of a merchant's month in batches; the next batch is read when it is asked for. */
export async function* walkStatementLines(
  scope: PartnerScope,
  merchantId: MerchantId,
  bounds: { from: Date; until: Date },
): AsyncGenerator<StatementLine[], undefined> {
  let after: LinePosition | null = null;
  do {
    const batch: StatementLine[] = await listStatementLines(scope, merchantId, bounds, after, rowsPerBatch);
    if (batch.length > 0) yield batch;
    after = batch.length < rowsPerBatch ? null : (batch.at(-1) ?? null);
  } while (after !== null);
}
