import {
  type Client,
  createTestClient,
  type HttpTransport,
  http,
  type PublicActions,
  publicActions,
  type TestActions,
  type WalletActions,
  walletActions,
} from "viem";

/** Reads, sends as anvil's own accounts, and uses anvil's special methods. */
export type AnvilClient = Client<HttpTransport> & TestActions & PublicActions & WalletActions;

/** A client for a local chain. It never asks twice: a local node that does not answer is gone. */
export function connectAnvil(rpcUrl: string): AnvilClient {
  return createTestClient({
    mode: "anvil",
    pollingInterval: 20,
    cacheTime: 0,
    transport: http(rpcUrl, { retryCount: 0, timeout: 30_000 }),
  })
    .extend(publicActions)
    .extend(walletActions);
}
