import type { Expiry } from "#components/checkout/countdown.tsx";
import type { TransferMessages } from "#components/checkout/transfer/messages/transfer-messages.ts";
import type { WireAmount } from "#lib/api/schemas/amount.ts";

/** A chain that the installation accepts payments on. */
export type Network = { id: number; name: string; explorerUrl: string | null };

/** A demo account whose local chain nodes sign for it, so the page holds no private key. */
export type DemoWallet = { address: string; rpcUrls: Readonly<Record<string, string>> };

/** The shop's pages to return to. The API accepts HTTPS URLs only. */
type ReturnUrls = { successUrl: string; errorUrl: string };

/** The operator's WalletConnect project. */
export type WalletConnectSettings = {
  projectId: string;
  /** The operator's relay; null for WalletConnect's. */
  relayUrl: string | null;
};

/** The networks and wallets of the installation. Nothing in it is secret. */
export type WalletSettings = {
  networks: readonly Network[];
  demoWallet: DemoWallet | null;
  /** Enables wallets that connect over the internet; null if the operator hasn't registered a project. */
  walletConnect: WalletConnectSettings | null;
};

/** The payment's constant data, rendered into the page by the server. Nothing in it is secret. */
export type CheckoutData = WalletSettings & {
  paymentId: string;
  /** Of test mode: no money moves. */
  isTest: boolean;
  /** The App-Id header of the page's gateway requests. */
  appId: string;
  link: string;
  merchantName: string;
  expiry: Expiry;
  /** The formatted payment date for the receipt; null until the payment succeeds. */
  paidOnText: string | null;
  /** The amount that was refunded so far; null for none. */
  refunded: WireAmount | null;
  returnUrls: ReturnUrls | null;
  /** A link to the merchant's support, by which a buyer can ask for another payment link; null for none. */
  supportLink: string | null;
  /** False while no token can pay the payment. */
  isPayable: boolean;
  /** The words of paying by a transfer; null for a payment that takes none. */
  transfer: { messages: TransferMessages } | null;
  /** Whether the buyer may ask for the receipt by email. */
  canEmailReceipt: boolean;
};
