import { findToken } from "#lib/chain/tokens.ts";
import { formatAtomic } from "#lib/core/money.ts";
import { database } from "#lib/db/pool.ts";
import type { OpenTransfer } from "#lib/domain/payments/ledger/difference.ts";
import { listOpenTransfers } from "#lib/domain/payments/ledger/transfers/repository.ts";

const maxListed = 1_000;

/** Lists transfers that no payment explains for a terminal, as the last reconciliation found them. */
export async function describeOpenTransfers(): Promise<string> {
  const left = await listOpenTransfers(database, "out", maxListed);
  const arrived = await listOpenTransfers(database, "in", maxListed);
  if (left.length + arrived.length === 0) return "No transfer waits for you.";
  return [
    ...left.map((each) => describeTransfer(each, "left", "to")),
    ...arrived.map((each) => describeTransfer(each, "arrived at", "from")),
  ].join("\n");
}

function describeTransfer(
  { id, wallet, asset, amount, counterparty, txHash }: OpenTransfer,
  verb: string,
  side: string,
): string {
  const token = findToken(asset);
  const sum = token === null ? `${amount} of ${asset}` : `${formatAtomic(amount, token.decimals)} ${token.symbol}`;
  return `${id}  ${sum} ${verb} ${wallet}, ${side} ${counterparty}, by ${txHash}`;
}
