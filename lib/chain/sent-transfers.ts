import type { Hex } from "viem";
import { erc20Abi } from "#lib/chain/contracts.ts";
import { readLogs } from "#lib/chain/logs.ts";
import { chainClient } from "#lib/chain/nodes/clients.ts";
import type { Address } from "#lib/core/caip.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";

/** The blocks before the first call's last that are read. */
const blocksBack = 10_000n;
/** The blocks that are kept at a time, so that a failing node costs no more than these. */
const stepBlocks = 1_000n;
/** Everything is read again after this long: a node may have left logs out. */
const keptForMs = 600_000;

/** A wallet's transfers in one token up to the block before `next`: hashes of transactions by recipient and amount. */
type SentTransfers = {
  next: bigint;
  hashes: Map<string, Hex[]>;
  readSinceMs: number;
  reading: Promise<void> | null;
};

const allSent = processSingleton("sent-transfers", () => new Map<string, SentTransfers>());

export type Sender = { chainId: number; token: Address; wallet: Address };

/**
 * Lists the transactions that transferred exactly `amount`, in the token's smallest unit, from a wallet to `recipient` by the
 * block `to`, in about the last 10,000 blocks. However many payouts ask, each block is read once in ten minutes, for all
 * recipients together: a provider that allows ten blocks in one query would need a thousand queries for each payout otherwise.
 * @param to a final block: the logs before it don't change.
 * @throws Error when the node fails or lags behind; what was read before is kept.
 */
export async function listSentTransfers(
  sender: Sender,
  to: bigint,
  { recipient, amount }: { recipient: Address; amount: bigint },
): Promise<readonly Hex[]> {
  const sent = sentBy(sender, to);
  while (sent.next <= to) {
    sent.reading ??= readNext(sender, sent, to).finally(() => {
      sent.reading = null;
    });
    await sent.reading;
  }
  return sent.hashes.get(keyOf(recipient, amount)) ?? [];
}

function sentBy({ chainId, token, wallet }: Sender, to: bigint): SentTransfers {
  const key = `${chainId} ${token} ${wallet}`.toLowerCase();
  const known = allSent().get(key);
  if (known !== undefined && performance.now() - known.readSinceMs < keptForMs) return known;
  const next = to > blocksBack ? to - blocksBack : 0n;
  const sent = { next, hashes: new Map(), readSinceMs: performance.now(), reading: null };
  allSent().set(key, sent);
  return sent;
}

async function readNext({ chainId, token: address, wallet: from }: Sender, sent: SentTransfers, to: bigint) {
  const client = chainClient(chainId);
  const last = sent.next + stepBlocks - 1n;
  const range = { from: sent.next, to: last < to ? last : to };
  const query = { address, abi: erc20Abi, eventName: "Transfer", args: { from }, strict: true } as const;
  const logs = await readLogs(client, chainId, range, (blocks) => client.getContractEvents({ ...query, ...blocks }));
  for (const { args, transactionHash } of logs) {
    const key = keyOf(args.to, args.value);
    const hashes = sent.hashes.get(key);
    if (hashes === undefined) sent.hashes.set(key, [transactionHash]);
    else if (!hashes.includes(transactionHash)) hashes.push(transactionHash);
  }
  sent.next = range.to + 1n;
}

function keyOf(recipient: Address, amount: bigint): string {
  return `${recipient.toLowerCase()} ${amount}`;
}
