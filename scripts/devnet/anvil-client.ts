import { setTimeout as pause } from "node:timers/promises";
import {
  type Client,
  createTestClient,
  type Hash,
  type HttpTransport,
  http,
  type PublicActions,
  publicActions,
  type TestActions,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
  type WalletActions,
  walletActions,
} from "viem";

/** A client with public, wallet and anvil methods. */
export type AnvilClient = Client<HttpTransport> & TestActions & PublicActions & WalletActions;

const pollEveryMs = 20;
const receiptTimeoutMs = 60_000;

/** Creates a client for a local chain. It doesn't retry: a local node that doesn't respond has exited. */
export function connectAnvil(rpcUrl: string): AnvilClient {
  const client: AnvilClient = createTestClient({
    mode: "anvil",
    pollingInterval: pollEveryMs,
    cacheTime: 0,
    transport: http(rpcUrl, { retryCount: 0, timeout: 30_000, maxResponseBodySize: false }),
  })
    .extend(publicActions)
    .extend(walletActions);
  return { ...client, waitForTransactionReceipt: ({ hash }) => waitForReceipt(client, hash) };
}

/**
 * Asks for the receipt until there is one. viem asks once for each new block, and anvil shows a block's number before its
 * receipts, so without another block it would wait forever.
 */
async function waitForReceipt(client: AnvilClient, hash: Hash): Promise<TransactionReceipt> {
  for (const startedAt = performance.now(); performance.now() - startedAt < receiptTimeoutMs; ) {
    const receipt = await client.getTransactionReceipt({ hash }).catch(unlessNotFound);
    if (receipt !== null) return receipt;
    await pause(pollEveryMs);
  }
  throw new Error(`${hash} was not mined within ${receiptTimeoutMs / 1_000} s`);
}

function unlessNotFound(error: unknown): null {
  if (error instanceof TransactionReceiptNotFoundError) return null;
  throw error;
}
