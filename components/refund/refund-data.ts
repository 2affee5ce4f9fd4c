import type { WalletSettings } from "#components/checkout/checkout-data.ts";
import type { Expiry } from "#components/checkout/countdown.tsx";
import type { GatewayTarget } from "#components/checkout/gateway.ts";
import type { WireAmount } from "#lib/api/schemas/amount.ts";

/** A requested refund's constant data, rendered into the page by the server. The link's token is its only secret. */
export type RefundData = WalletSettings & {
  refundId: string;
  /** Of test mode: no money moves. */
  isTest: boolean;
  target: GatewayTarget;
  link: string;
  merchantName: string;
  amount: WireAmount;
  /** The addresses that may pay the refund, on the chain of its token. */
  payers: readonly string[];
  chainId: number;
  expiry: Expiry;
  /** The formatted date of the refund for the receipt; null until it succeeds. */
  refundedOnText: string | null;
};
