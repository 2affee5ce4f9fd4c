import { gasCeiling } from "#lib/chain/chains.ts";
import { chainClient } from "#lib/chain/nodes/clients.ts";
import { assumedCollectionGas, isLow } from "#lib/chain/relay/fees/affordable.ts";
import { initialFees, readMarket } from "#lib/chain/relay/fees/fees.ts";
import { reportGas } from "#lib/chain/relay/fees/report-gas.ts";
import type { RelayQueue } from "#lib/chain/relay/relay-transaction.ts";
import { setPaused } from "#lib/chain/relay/wallets/wallets.ts";
import type { Address } from "#lib/core/caip.ts";
import { database } from "#lib/db/pool.ts";

/**
 * Checks that wallets can pay for gas, also those with nothing to send: a wallet that was emptied would
 * otherwise be noticed with the next payment. Raises the alarms of the send loop, and ends them once there is
 * enough.
 * @throws Error when the node fails.
 */
export async function checkGas(chainId: number, wallets: readonly Address[]): Promise<void> {
  const { maxFeePerGas } = initialFees(await readMarket(chainId), gasCeiling(chainId));
  await Promise.all(wallets.map((wallet) => checkWallet({ chainId, wallet }, maxFeePerGas)));
}

async function checkWallet(queue: RelayQueue, maxFeePerGas: bigint): Promise<void> {
  const balance = await chainClient(queue.chainId).getBalance({ address: queue.wallet });
  const canPay = balance >= assumedCollectionGas * maxFeePerGas;
  await setPaused(database, queue, !canPay);
  reportGas(queue, { canPay, isLow: isLow(balance, maxFeePerGas) }, { balance });
}
