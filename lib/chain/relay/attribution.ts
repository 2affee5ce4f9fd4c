import type { Hex } from "viem";
import type { Address } from "#lib/core/caip.ts";
import type { MovementId } from "#lib/core/ids.ts";

/** A mined transaction of a wallet. */
export type WalletTransaction = {
  hash: Hex;
  to: Address | null;
  input: Hex;
  value: bigint;
  nonce: bigint;
  blockNumber: bigint;
};

/**
 * The purpose of an unknown transaction of a wallet. `duplicate`, a second payment of the same, and `lost`, a payment of which
 * the database has no rows, await a person; so does `unknown`, and until then the wallet sends nothing.
 */
type Attribution =
  | "collection"
  | "reverted"
  | "noop"
  | "deployment"
  | "payout"
  | "movement"
  | "duplicate"
  | "lost"
  | "unknown";

/** An unknown transaction as far as the chain and the books tell. */
export type AttributedTransaction = {
  nonce: bigint;
  txHash: string;
  blockNumber: bigint;
  target: Address | null;
  attribution: Attribution;
  paymentId: string | null;
  /** Set for a movement. */
  movementId: MovementId | null;
  /** For the operator. */
  detail: string;
};
