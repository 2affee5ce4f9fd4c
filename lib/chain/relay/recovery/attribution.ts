import type { Hex } from "viem";
import type { Address } from "#lib/core/caip.ts";

/** A mined transaction of a wallet. */
export type WalletTransaction = {
  hash: Hex;
  to: Address | null;
  input: Hex;
  value: bigint;
  nonce: bigint;
  blockNumber: bigint;
};

/** What an unknown transaction of a wallet was; `unknown` and `duplicate` await a person. */
export type Attribution = "collection" | "reverted" | "noop" | "deployment" | "payout" | "duplicate" | "unknown";

/** An unknown transaction as far as the chain and the books tell. */
export type AttributedTransaction = {
  nonce: bigint;
  txHash: string;
  blockNumber: bigint;
  target: Address | null;
  attribution: Attribution;
  paymentId: string | null;
  /** For the operator. */
  detail: string;
};
