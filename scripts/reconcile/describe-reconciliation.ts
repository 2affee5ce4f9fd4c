import { findChain } from "#lib/chain/chains.ts";
import { findToken } from "#lib/chain/tokens.ts";
import { formatAtomic } from "#lib/core/money.ts";
import type { AssetTotals, Difference, Holding, Reconciliation } from "#lib/domain/payments/ledger/difference.ts";

/** Formats a reconciliation for a terminal: the books, the wallets' balances and the differences. */
export function describeReconciliation({ differences, isCutShort, holdings, totals }: Reconciliation): string {
  const parts = [
    "Books",
    table(["asset", "in treasury", "owed to merchants", "fees", "owed to buyers", "gas"], totals.map(totalsRow)),
    "Wallet balances, each at a final block",
    table(["wallet", "asset", "block", "books", "chain", "surplus"], holdings.map(holdingRow)),
  ];
  if (differences.length === 0) return [...parts, "No differences."].join("\n\n");
  const count = `${differences.length}${isCutShort ? " or more" : ""} difference${differences.length === 1 ? "" : "s"}`;
  return [...parts, `${count}:\n${differences.map(differenceLine).join("\n")}`].join("\n\n");
}

function totalsRow({ asset, treasury, owedToMerchants, fees, owedToBuyers, gas }: AssetTotals): string[] {
  // Deposits of native coin for gas are not booked, so only the gas spent is known.
  if (asset.endsWith("/native")) return [assetName(asset), "", "", "", "", amount(asset, gas)];
  return [assetName(asset), ...[treasury, owedToMerchants, fees, owedToBuyers].map((sum) => amount(asset, sum))];
}

function holdingRow({ wallet, asset, blockNumber, books, onChain, surplus }: Holding): string[] {
  return [wallet, assetName(asset), String(blockNumber), ...[books, onChain, surplus].map((sum) => amount(asset, sum))];
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
    case "deficit": {
      const { wallet, asset, books, onChain, underWay, missing } = difference;
      const sums = `books ${amount(asset, books)}, under way ${amount(asset, underWay)}, chain ${amount(asset, onChain)}`;
      return `deficit  ${wallet}  ${assetName(asset)}: ${amount(asset, missing)} missing (${sums})`;
    }
    case "foreign_transaction": {
      const { chainId, wallet, onChain, ours } = difference;
      return `foreign_transaction  ${wallet}  ${chainName(chainId)}: ${onChain} transactions, ${ours} of them ours`;
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
