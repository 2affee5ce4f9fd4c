import { type Hex, parseGwei } from "viem";
import type { PrivateKeyAccount } from "viem/accounts";
import type { FaultChain } from "../installation.ts";

/** Higher than the relay's, so that the buyer's transaction comes first in a block that has both. */
const fees = { maxPriorityFeePerGas: parseGwei("5"), maxFeePerGas: parseGwei("200") };

/** Sends a buyer's transaction, and waits until it is mined or a reorg has dropped it. Its outcome is the chain's business. */
export async function sendFirst({ client }: FaultChain, account: PrivateKeyAccount, to: Hex, data: Hex): Promise<void> {
  await client
    .sendTransaction({ account, chain: null, to, data, gas: 200_000n, ...fees })
    .then((hash) => client.waitForTransactionReceipt({ hash }))
    .catch(() => undefined);
}
