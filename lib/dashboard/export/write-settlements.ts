import { findToken } from "#lib/chain/tokens.ts";
import type { Caip19 } from "#lib/core/caip.ts";
import { clock } from "#lib/core/clock.ts";
import type { MerchantId } from "#lib/core/ids.ts";
import { formatAtomic } from "#lib/core/money.ts";
import { csvStream } from "#lib/dashboard/export/csv-stream.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { type SettlementFilter, walkSettlements } from "#lib/domain/payments/settlements/settlements.ts";
import { readStatementTotals, walkStatementLines } from "#lib/domain/payments/settlements/statement.ts";

const settlementHeading = [
  ...["payment_id", "reference", "merchant_id", "merchant_name", "succeeded_at", "state", "amount", "fee", "token"],
  ...["token_asset", "destination", "settlement_hash", "settled_at", "moved"],
];

/** Streams the settlements of a filter as CSV, as {@link csvStream} does. Amounts are exact decimals, times ISO 8601 in UTC. */
export function writeSettlements(scope: PartnerScope, filter: SettlementFilter): ReadableStream<Uint8Array> {
  return csvStream(scope, settlementHeading, settlementRows(scope, filter));
}

async function* settlementRows(scope: PartnerScope, filter: SettlementFilter): AsyncGenerator<string[][], undefined> {
  for await (const batch of walkSettlements(scope, filter)) {
    yield batch.map((each) => [
      ...[each.paymentId, each.referenceId, each.merchantId, each.merchantName, each.createdAt.toISOString()],
      ...[each.state, inToken(each.asset, each.amount), inToken(each.asset, each.fee), symbolOf(each.asset)],
      ...[each.asset, each.destination ?? "", each.txHash ?? "", each.settledAt?.toISOString() ?? ""],
      inToken(each.asset, each.moved),
    ]);
  }
}

const statementHeading = [
  ...["time", "kind", "payment_id", "reference", "received", "fee", "paid_out", "refunded", "held_refunded"],
  ...["token", "token_asset", "transaction_hash", "held"],
];

/** A merchant's month as `YYYY-MM`, and its bounds. */
type AskedStatement = { merchantId: MerchantId; month: string; from: Date; until: Date };

/**
 * Streams all movements of a merchant's month as CSV, between the balances that were held when the month
 * began and ended. A token's closing balance is its opening balance and what was received, less the fees,
 * what was paid out, and what was refunded from held money.
 */
export function writeStatement(scope: PartnerScope, asked: AskedStatement): ReadableStream<Uint8Array> {
  return csvStream(scope, statementHeading, statementRows(scope, asked));
}

async function* statementRows(scope: PartnerScope, asked: AskedStatement): AsyncGenerator<string[][], undefined> {
  const { merchantId, month, from, until } = asked;
  const totals = await readStatementTotals(scope, merchantId, month);
  // The sums follow the movements by seconds, so the closing balance is counted here: the file always adds up.
  const held = new Map(totals.map(({ asset, opening }) => [asset, opening]));
  if (held.size > 0) yield balanceRows("opening", from, held);
  for await (const batch of walkStatementLines(scope, merchantId, asked)) {
    for (const { kind, asset, amount } of batch) {
      const sign = { payment: 1n, payout: -1n, refund: 0n, held_refund: -1n }[kind];
      held.set(asset, (held.get(asset) ?? 0n) + sign * amount);
    }
    yield batch.map(({ at, kind, paymentId, referenceId, asset, amount, fee, txHash }) => [
      ...[at.toISOString(), kind, paymentId, referenceId],
      ...[kind === "payment" ? inToken(asset, amount + fee) : "", kind === "payment" ? inToken(asset, fee) : ""],
      ...[kind === "payout" ? inToken(asset, amount) : "", kind === "refund" ? inToken(asset, amount) : ""],
      ...[kind === "held_refund" ? inToken(asset, amount) : "", symbolOf(asset), asset, txHash ?? "", ""],
    ]);
  }
  const end = new Date(Math.min(clock.now().getTime(), until.getTime()));
  if (held.size > 0) yield balanceRows("closing", end, held);
}

function balanceRows(kind: "opening" | "closing", at: Date, held: ReadonlyMap<Caip19, bigint>): string[][] {
  const empty = Array.from({ length: 7 }, () => "");
  return [...held].map(([asset, amount]) => {
    return [at.toISOString(), kind, ...empty, symbolOf(asset), asset, "", inToken(asset, amount)];
  });
}

function inToken(asset: Caip19, amount: bigint): string {
  const { decimals } = findToken(asset) ?? {};
  if (decimals === undefined) throw new Error(`unknown token ${asset}`);
  // More can leave a wallet than was held, if a token takes a part besides.
  return amount < 0n ? `-${formatAtomic(-amount, decimals)}` : formatAtomic(amount, decimals);
}

function symbolOf(asset: Caip19): string {
  return findToken(asset)?.symbol ?? "";
}
