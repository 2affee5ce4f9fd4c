import type { Expiry } from "#components/checkout/countdown.tsx";

/** A chain on which buyers can pay here. */
export type Network = { id: number; name: string; explorerUrl: string };

/** An account for trying things out, for which the nodes of local chains sign: there is no secret in it. */
export type DemoWallet = { address: string; rpcUrls: Readonly<Record<string, string>> };

/** Where the shop wants its buyer back. Both are HTTPS, as the API takes no others. */
export type ReturnUrls = { successUrl: string; errorUrl: string };

/** Everything about a payment that the page is given with it, and that does not change. */
export type CheckoutData = {
  paymentId: string;
  /** What the page asks the gateway as. */
  appId: string;
  link: string;
  merchantName: string;
  expiry: Expiry;
  /** The day it was paid, in words, for the receipt; null while it is not. */
  paidOnText: string | null;
  networks: readonly Network[];
  returnUrls: ReturnUrls | null;
  /** Names of networks and symbols of tokens that it can be paid with: one of each, where the price is in a token. */
  accepted: { networks: readonly string[]; symbols: readonly string[] };
  demoWallet: DemoWallet | null;
  /** For wallets that are reached over the internet; null where the operator has not set up any. */
  walletConnectProjectId: string | null;
};
