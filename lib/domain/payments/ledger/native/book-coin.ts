import { type Hex, TransactionReceiptNotFoundError } from "viem";
import { chainClient } from "#lib/chain/nodes/clients.ts";
import { gasCostOf } from "#lib/chain/relay/fees/fees.ts";
import { findWalletTransactions } from "#lib/chain/relay/recovery/find-wallet-transactions.ts";
import type { RelayQueue } from "#lib/chain/relay/relay-transaction.ts";
import { nativeAsset } from "#lib/chain/tokens.ts";
import type { TreasuryBalances } from "#lib/chain/treasury-balances.ts";
import { database } from "#lib/db/pool.ts";
import { inSnapshot, inTransaction } from "#lib/db/transaction.ts";
import { findCheckpoint, listLagging } from "#lib/domain/payments/ledger/checkpoint/repository.ts";
import type { Difference, Holding } from "#lib/domain/payments/ledger/difference.ts";
import {
  bookForeignCost,
  bookTopUp,
  type CoinAccount,
  type ForeignCost,
  listCoinAccounts,
  listCoinMovements,
  listUnbookedNonces,
  lockCoin,
  readCoinVersion,
  setUnbookedFrom,
  type UnbookedNonce,
} from "#lib/domain/payments/ledger/native/repository.ts";
import { holdingKey, sumHoldingsAt } from "#lib/domain/payments/ledger/repository.ts";

/** The most nonces of a wallet whose costs are read from the chain in one run. */
const maxNonces = 1_000;
/** The blocks that are searched for transactions of which nothing is known. */
const maxBlocks = 2_000;

/**
 * Compares the native coin of each relayer wallet with the books at the block of its balance, to the wei. Outgoing coin is booked
 * from receipts: the relay's gas by its own records, and gas and value of foreign transactions here, the value as missing. The
 * rest of a balance above the books was put in, and is booked as a top-up; a balance below them is a deficit. A wallet with a
 * used nonce whose transaction isn't found is reported as not checked, because a guess would hide what it took.
 */
export async function bookCoin(
  chains: readonly TreasuryBalances[],
): Promise<{ differences: Difference[]; holdings: Holding[] }> {
  const accounts = await listCoinAccounts(database);
  const differences: Difference[] = [];
  const holdings: Holding[] = [];
  for (const account of accounts) {
    const chain = chains.find(({ chainId }) => chainId === account.chainId);
    const own = chain?.wallets.find(({ wallet }) => wallet === account.wallet);
    if (chain === undefined || own === undefined) continue;
    const { blockNumber } = chain;
    const asset = nativeAsset(account.chainId);
    const { chainId, wallet } = account;
    try {
      const result = await bookWallet(account, { blockNumber, nonce: own.nonce, balance: own.native });
      if (result === null) continue;
      const { books, underWay } = result;
      holdings.push({ chainId, blockNumber, wallet, asset, books, underWay, onChain: own.native });
      const amount = books + underWay - own.native;
      if (amount > 0n) {
        differences.push({ kind: "deficit", chainId, wallet, asset, books, onChain: own.native, underWay, amount });
      }
    } catch (error) {
      const reason = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
      differences.push({ kind: "not_checked", chainId, wallet, asset, reason });
    }
  }
  return { differences, holdings };
}

type Seen = { blockNumber: bigint; nonce: bigint; balance: bigint };

/** @returns the books after this, and the cost of transactions that aren't recorded yet; null when another run was quicker. */
async function bookWallet(account: CoinAccount, seen: Seen): Promise<{ books: bigint; underWay: bigint } | null> {
  const { chainId, wallet, unbookedFrom } = account;
  const head = { chainId, blockNumber: seen.blockNumber };
  const facts = await inSnapshot(async (snapshot) => {
    const afterEntry = (await findCheckpoint(snapshot))?.ledgerId ?? 0n;
    const isLagging = (await listLagging(snapshot, [head])).length > 0;
    const booked = await sumHoldingsAt(snapshot, [head], afterEntry);
    const range = { from: unbookedFrom, end: seen.nonce };
    return {
      isLagging,
      version: await readCoinVersion(snapshot, account),
      booked: booked.get(holdingKey(chainId, wallet, nativeAsset(chainId))) ?? 0n,
      nonces: await listUnbookedNonces(snapshot, account, range, maxNonces),
    };
  });
  if (facts.isLagging) return null;
  if (facts.nonces.length === maxNonces) throw new Error(`more than ${maxNonces} of its transactions are not recorded`);
  const { pending, foreign } = await readCosts(account, facts.nonces, seen.blockNumber);
  const underWay = -pending.reduce((sum, { gas, value }) => sum + gas + value, 0n);
  const spent = foreign.reduce((sum, { gas, value }) => sum + gas + value, 0n);
  const arrived = seen.balance - (facts.booked - spent + underWay);
  const lowest = pending[0]?.nonce ?? seen.nonce;
  const isOurs = await inTransaction(async (tx) => {
    if (!(await lockCoin(tx, account, facts.version))) return false;
    for (const cost of foreign) await bookForeignCost(tx, account, cost);
    if (arrived > 0n) await bookTopUp(tx, account, arrived, seen.blockNumber);
    await setUnbookedFrom(tx, account, lowest);
    return true;
  });
  return isOurs ? { books: facts.booked - spent + (arrived > 0n ? arrived : 0n), underWay } : null;
}

/** Reads the costs of nonces: of the relay's transactions that aren't recorded yet, and of foreign ones. */
async function readCosts(
  queue: RelayQueue,
  nonces: readonly UnbookedNonce[],
  finalBlock: bigint,
): Promise<{ pending: ForeignCost[]; foreign: ForeignCost[] }> {
  const pending: ForeignCost[] = [];
  const foreign: ForeignCost[] = [];
  const unknown: bigint[] = [];
  for (const { nonce, ours, foreign: known } of nonces) {
    const mined = (await Promise.all(ours.map((hash) => readCost(queue, nonce, hash)))).find((cost) => cost !== null);
    const other = known === null ? null : await readCost(queue, nonce, known);
    if (mined !== undefined) pending.push(mined);
    else if (other !== null) foreign.push(other);
    else unknown.push(nonce);
  }
  for (const { hash, nonce } of await findWalletTransactions(queue, unknown, finalBlock, maxBlocks)) {
    const cost = await readCost(queue, nonce, hash);
    if (cost !== null) foreign.push(cost);
  }
  const missing = unknown.find((nonce) => foreign.every((cost) => cost.nonce !== nonce));
  if (missing !== undefined) throw new Error(`its transaction with nonce ${missing} was not found in recent blocks`);
  return separateMovements(queue, pending, foreign);
}

/**
 * Separates transactions that may be a movement under way, as after a restore, which are recorded with it, and leaves out the
 * value of those that are recorded: neither is missing.
 */
async function separateMovements(
  queue: RelayQueue,
  pending: readonly ForeignCost[],
  foreign: readonly ForeignCost[],
): Promise<{ pending: ForeignCost[]; foreign: ForeignCost[] }> {
  const hashes = foreign.map(({ txHash }) => txHash);
  const movements = hashes.length === 0 ? [] : await listCoinMovements(database, queue, hashes);
  const isUnderWay = ({ to, value }: ForeignCost) =>
    movements.some(({ txHash, destination, amount }) => {
      return txHash === null && amount === value && destination.toLowerCase() === to.toLowerCase();
    });
  const withoutMoved = (cost: ForeignCost): ForeignCost => {
    const isMoved = movements.some(({ txHash }) => txHash === cost.txHash);
    return isMoved ? { ...cost, value: 0n } : cost;
  };
  return {
    pending: [...pending, ...foreign.filter(isUnderWay)].toSorted((a, b) => Number(a.nonce - b.nonce)),
    foreign: foreign.filter((cost) => !isUnderWay(cost)).map(withoutMoved),
  };
}

async function readCost({ chainId, wallet }: RelayQueue, nonce: bigint, hash: Hex): Promise<ForeignCost | null> {
  const client = chainClient(chainId);
  const receipt = await client.getTransactionReceipt({ hash }).catch((error: unknown) => {
    if (error instanceof TransactionReceiptNotFoundError) return null;
    throw error;
  });
  if (receipt === null) return null;
  const { to, value } = await client.getTransaction({ hash });
  const hasMoved = receipt.status === "success" && to?.toLowerCase() !== wallet.toLowerCase();
  return {
    nonce,
    txHash: hash,
    blockNumber: receipt.blockNumber,
    to: to ?? receipt.contractAddress ?? wallet,
    gas: gasCostOf(receipt),
    value: hasMoved ? value : 0n,
  };
}
