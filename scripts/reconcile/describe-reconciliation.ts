import { findChain } from "#lib/chain/chains.ts";
import { findToken } from "#lib/chain/tokens.ts";
import { formatAtomic } from "#lib/core/money.ts";
import type {
  AssetTotals,
  Difference,
  Holding,
  MerchantTotals,
  OpenTransfer,
  Reconciliation,
} from "#lib/domain/payments/ledger/difference.ts";

/** Formats a reconciliation for a terminal: the books, the wallets' balances, what waits for a person and the differences. */
export function describeReconciliation(result: Reconciliation): string {
  const { differences, isCutShort, holdings, totals, merchants, received, isFull, checkedPayments } = result;
  const tokens = totals.filter(({ asset }) => !asset.endsWith("/native"));
  const coins = totals.filter(({ asset }) => asset.endsWith("/native"));
  const scope = isFull ? "everything" : `${checkedPayments} payments that changed since the last run`;
  const parts = [
    `Checked ${scope}.`,
    "Books",
    table(["asset", "in treasury", "owed to merchants", "fees", "owed to buyers"], tokens.map(totalsRow)),
    "Of no payment",
    table(["asset", "surplus", "received", "missing", "lost", "to operator"], tokens.flatMap(strayRow)),
    "Spent on gas",
    table(["coin", "gas"], coins.map(gasRow)),
    "Held by merchant",
    table(["merchant", "asset", "owed"], merchants.map(merchantRow)),
    "Wallet balances, each at a final block",
    table(["wallet", "asset", "block", "books", "under way", "chain"], holdings.map(holdingRow)),
    "Received from unknown senders; each waits for a person",
    table(["transfer", "wallet", "amount", "from", "transaction"], received.map(receivedRow)),
  ];
  if (differences.length === 0) return [...parts, "No differences."].join("\n\n");
  const count = `${differences.length}${isCutShort ? " or more" : ""} difference${differences.length === 1 ? "" : "s"}`;
  return [...parts, `${count}:\n${differences.map(differenceLine).join("\n")}`].join("\n\n");
}

function totalsRow({ asset, treasury, owedToMerchants, fees, owedToBuyers }: AssetTotals): string[] {
  return [assetName(asset), ...[treasury, owedToMerchants, fees, owedToBuyers].map((sum) => amount(asset, sum))];
}

function strayRow({ asset, surplus, received, missing, lost, toOperator }: AssetTotals): string[][] {
  const sums = [surplus, received, missing, lost, toOperator];
  return sums.every((sum) => sum === 0n) ? [] : [[assetName(asset), ...sums.map((sum) => amount(asset, sum))]];
}

function gasRow({ asset, gas }: AssetTotals): string[] {
  return [assetName(asset), amount(asset, gas)];
}

function merchantRow({ merchantId, asset, owed }: MerchantTotals): string[] {
  return [merchantId, assetName(asset), amount(asset, owed)];
}

function holdingRow({ wallet, asset, blockNumber, books, underWay, onChain }: Holding): string[] {
  return [
    wallet,
    assetName(asset),
    String(blockNumber),
    ...[books, underWay, onChain].map((sum) => amount(asset, sum)),
  ];
}

function receivedRow({ id, wallet, asset, amount: sum, counterparty, txHash }: OpenTransfer): string[] {
  return [String(id), wallet, `${amount(asset, sum)} ${assetName(asset)}`, counterparty, txHash];
}

function differenceLine(difference: Difference): string {
  switch (difference.kind) {
    case "not_booked":
    case "booked_without_cause":
    case "booked_otherwise": {
      const { subject, entry, asset, expected, booked } = difference;
      const format = (sum: bigint | null) => (sum === null ? "nothing" : amount(asset, sum));
      const what = `${entry} ${assetName(asset)}: ${format(booked)} booked, ${format(expected)} expected`;
      return `${difference.kind}  ${subject}  ${what}`;
    }
    case "payment_does_not_fit":
      return `${difference.kind}  ${difference.paymentId}  ${difference.fault}`;
    case "refund_does_not_fit":
      return `${difference.kind}  ${difference.refundId}  ${difference.fault}`;
    case "statement_does_not_fit": {
      const { merchantId, asset, month, column, expected, recorded } = difference;
      const isCount = column === "payments" || column === "payouts" || column.endsWith("refunds");
      const format = (sum: bigint) => (isCount ? String(sum) : amount(asset, sum));
      const what = `${assetName(asset)}: ${column} ${format(recorded)} recorded, ${format(expected)} booked`;
      return `statement_does_not_fit  ${merchantId}  ${month}  ${what}`;
    }
    case "deficit":
    case "surplus": {
      const { kind, wallet, asset, books, onChain, underWay } = difference;
      const what = kind === "deficit" ? "missing" : "too much";
      const sums = `books ${amount(asset, books)}, under way ${amount(asset, underWay)}, chain ${amount(asset, onChain)}`;
      return `${kind}  ${wallet}  ${assetName(asset)}: ${amount(asset, difference.amount)} ${what} (${sums})`;
    }
    case "missing_transfer": {
      const { id, wallet, asset, counterparty, txHash } = difference;
      return `missing_transfer  ${id}  ${wallet}  ${assetName(asset)}: ${amount(asset, difference.amount)} went to ${counterparty} by ${txHash}`;
    }
    case "foreign_transaction": {
      const { chainId, wallet, onChain, ours } = difference;
      return `foreign_transaction  ${wallet}  ${chainName(chainId)}: ${onChain} transactions, ${ours} of them ours`;
    }
    case "unknown_transaction": {
      const { chainId, wallet, nonce, txHash, attribution } = difference;
      const what = txHash === null ? "not found in recent blocks yet" : `${attribution}, ${txHash}`;
      return `unknown_transaction  ${chainId}:${wallet}:${nonce}  ${chainName(chainId)}: ${what}; see npm run recover`;
    }
    case "attribution_not_recorded": {
      const { kind, chainId, wallet, nonce, txHash, attribution, subject } = difference;
      return `${kind}  ${chainId}:${wallet}:${nonce}  ${chainName(chainId)}: ${attribution} of ${subject}, ${txHash}`;
    }
    case "not_checked": {
      const { chainId, wallet, asset, reason } = difference;
      const where = [wallet, asset === null ? chainName(chainId) : assetName(asset)].filter((part) => part !== null);
      return `not_checked  ${where.join("  ")}: ${reason}`;
    }
  }
}

function chainName(chainId: number): string {
  return findChain(chainId)?.name ?? `chain ${chainId}`;
}

function assetName(asset: string): string {
  const token = findToken(asset);
  if (token !== null) return `${token.symbol} on ${chainName(token.chainId)}`;
  const chainId = /^eip155:(\d+)\/native$/.exec(asset)?.[1];
  return chainId === undefined ? asset : `native coin of ${chainName(Number(chainId))}`;
}

/** Formats major units for a known asset; every chain's native coin has 18 decimals. */
function amount(asset: string, value: bigint): string {
  const decimals = findToken(asset)?.decimals ?? (asset.endsWith("/native") ? 18 : 0);
  return value < 0n ? `-${formatAtomic(-value, decimals)}` : formatAtomic(value, decimals);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "nothing";
  const lines = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
