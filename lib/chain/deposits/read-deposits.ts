import { getAbiItem, type Hex, isAddressEqual, multicall3Abi, type PublicClient } from "viem";
import { findMulticall3 } from "#lib/chain/capabilities.ts";
import { erc20Abi, multicall3Address } from "#lib/chain/contracts.ts";
import { readLogs } from "#lib/chain/logs.ts";
import { askTwice } from "#lib/chain/nodes/ask-nodes.ts";
import type { Address } from "#lib/core/caip.ts";
import type { AtomicAmount } from "#lib/core/money.ts";

/** An address, and the token that its buyer was asked for. */
export type Watched = { address: Address; token: Address };

/** An address and what it may hold: a token, or the chain's native coin. */
export type Holding = { address: Address; token: Address | "native" };

/** A transfer to a watched address, in smallest units. */
export type SeenTransfer = {
  address: Address;
  token: Address;
  sender: Address;
  amount: AtomicAmount;
  txHash: Hex;
  logIndex: number;
  blockNumber: bigint;
};

const transferEvent = getAbiItem({ abi: erc20Abi, name: "Transfer" });
const coin = { address: multicall3Address, abi: multicall3Abi };
/** Balances in one call. */
const perCall = 500;

/**
 * Reads the balances of many addresses at a block, by one call of Multicall3 for each 500 of them.
 * @param client a node without that block has no answer.
 * @returns null for a token that gives no balance, and for coin on a chain without Multicall3.
 * @throws Error when the node fails.
 */
export async function readBalances(
  client: PublicClient,
  chainId: number,
  watched: readonly Holding[],
  blockNumber: bigint,
): Promise<(AtomicAmount | null)[]> {
  const via = (await findMulticall3(chainId)) === null ? { deployless: true } : { multicallAddress: multicall3Address };
  const contracts = watched.map(({ address, token }) => {
    return token === "native"
      ? ({ ...coin, functionName: "getEthBalance", args: [address] } as const)
      : ({ address: token, abi: erc20Abi, functionName: "balanceOf", args: [address] } as const);
  });
  const balances: (AtomicAmount | null)[] = [];
  for (let from = 0; from < contracts.length; from += perCall) {
    const some = contracts.slice(from, from + perCall);
    const answers = await client.multicall({ ...via, contracts: some, batchSize: 0, allowFailure: true, blockNumber });
    // viem reports a failure of the node as the error of every call.
    const failure = answers.every(({ error }) => error !== undefined) ? answers[0]?.error : undefined;
    if (failure !== undefined) throw failure;
    balances.push(...answers.map(({ result }) => result ?? null));
  }
  return balances;
}

/**
 * Reads balances at a final block as two nodes show them, or the only one twice; null where they differ, which proves nothing.
 * @throws Error when fewer than two nodes answer.
 */
export async function readFinalBalances(
  chainId: number,
  watched: readonly Holding[],
  finalBlock: bigint,
): Promise<(AtomicAmount | null)[]> {
  const [first = [], second = []] = await askTwice(chainId, (client) =>
    readBalances(client, chainId, watched, finalBlock),
  );
  return first.map((balance, index) => (balance === second[index] ? balance : null));
}

/**
 * Reads the transfers to addresses in a range of final blocks, as any of two nodes shows them. That there are no others isn't proven by
 * this, but by the balances that they add up to.
 * @throws Error when fewer than two nodes answer.
 */
export async function readTransfersTo(
  chainId: number,
  watched: readonly Watched[],
  range: { from: bigint; to: bigint },
): Promise<SeenTransfer[]> {
  const address = [...new Set(watched.map(({ token }) => token))];
  const args = { to: watched.map((each) => each.address) };
  const answers = await askTwice(chainId, (client) =>
    readLogs(client, chainId, range, (blocks) =>
      client.getLogs({ address, event: transferEvent, args, strict: true, ...blocks }),
    ),
  );
  const found = new Map(
    answers.flat().map(({ address: token, args: { from, to, value }, transactionHash, logIndex, blockNumber }) => {
      const transfer = {
        address: to,
        token,
        sender: from,
        amount: value,
        txHash: transactionHash,
        logIndex,
        blockNumber,
      };
      return [`${transactionHash}:${logIndex}`, transfer] as const;
    }),
  );
  const isWatched = ({ address: to, token }: SeenTransfer) =>
    watched.some((each) => isAddressEqual(each.address, to) && isAddressEqual(each.token, token));
  return [...found.values()].filter((transfer) => transfer.amount > 0n && isWatched(transfer));
}
