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

/** A client with public, wallet and anvil methods. */
export type AnvilClient = Client<HttpTransport> & TestActions & PublicActions & WalletActions;

/** Creates a client for a local chain. It doesn't retry: a local node that doesn't respond has exited. */
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
