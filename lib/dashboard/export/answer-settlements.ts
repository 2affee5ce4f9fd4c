import { findToken } from "#lib/chain/tokens.ts";
import type { Caip19 } from "#lib/core/caip.ts";
import { formatAtomic } from "#lib/core/money.ts";
import { answerCsv } from "#lib/dashboard/export/answer-csv.ts";
import { csvStream } from "#lib/dashboard/export/csv-stream.ts";
import { requireStatement } from "#lib/dashboard/rpc/queries/settlements.ts";
import { settlementFilterInput, toSettlementFilter } from "#lib/dashboard/settlement-filter.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { type SettlementFilter, walkSettlements } from "#lib/domain/payments/settlements/settlements.ts";
import { walkStatementLines } from "#lib/domain/payments/settlements/statement.ts";
import { parseInput } from "#lib/edge/parse-input.ts";

const settlementHeading = [
  ...["payment_id", "reference", "merchant_id", "merchant_name", "succeeded_at", "state", "amount", "fee", "token"],
  ...["token_asset", "destination", "settlement_hash", "settled_at"],
];

/** Responds with the settlements of a filter as a CSV file. Amounts are exact decimals, times ISO 8601 in UTC. */
export function answerSettlements(input: unknown): Promise<Response> {
  return answerCsv("settlements", async ({ scope }) => {
    const filter = toSettlementFilter(parseInput(settlementFilterInput, input));
    return csvStream(settlementHeading, settlementRows(scope, filter));
  });
}

async function* settlementRows(scope: PartnerScope, filter: SettlementFilter): AsyncGenerator<string[][], undefined> {
  for await (const batch of walkSettlements(scope, filter)) {
    yield batch.map((each) => [
      ...[each.paymentId, each.referenceId, each.merchantId, each.merchantName, each.createdAt.toISOString()],
      ...[each.state, inToken(each.asset, each.amount), inToken(each.asset, each.fee), symbolOf(each.asset)],
      ...[each.asset, each.destination ?? "", each.txHash ?? "", each.settledAt?.toISOString() ?? ""],
    ]);
  }
}

const statementHeading = [
  ...["time", "kind", "payment_id", "reference", "received", "fee", "paid_out", "refunded", "held_refunded"],
  ...["token", "token_asset", "transaction_hash"],
];

/**
 * Responds with all movements of a merchant's month as a CSV file. A token's closing balance is its opening balance and what was
 * received, less the fees, what was paid out, and what was refunded from held money.
 */
export function answerStatement(merchantId: string, month: string): Promise<Response> {
  return answerCsv(`statement-${month}`, async ({ scope }) => {
    const asked = await requireStatement(scope, merchantId, month);
    return csvStream(statementHeading, statementRows(scope, asked));
  });
}

type AskedStatement = Awaited<ReturnType<typeof requireStatement>>;

async function* statementRows(scope: PartnerScope, asked: AskedStatement): AsyncGenerator<string[][], undefined> {
  for await (const batch of walkStatementLines(scope, asked.merchantId, asked)) {
    yield batch.map(({ at, kind, paymentId, referenceId, asset, amount, fee, txHash }) => [
      ...[at.toISOString(), kind, paymentId, referenceId],
      ...[kind === "payment" ? inToken(asset, amount + fee) : "", kind === "payment" ? inToken(asset, fee) : ""],
      ...[kind === "payout" ? inToken(asset, amount) : "", kind === "refund" ? inToken(asset, amount) : ""],
      ...[kind === "held_refund" ? inToken(asset, amount) : "", symbolOf(asset), asset, txHash ?? ""],
    ]);
  }
}

function inToken(asset: Caip19, amount: bigint): string {
  const { decimals } = findToken(asset) ?? {};
  if (decimals === undefined) throw new Error(`unknown token ${asset}`);
  return formatAtomic(amount, decimals);
}

function symbolOf(asset: Caip19): string {
  return findToken(asset)?.symbol ?? "";
}
