import type { Hex, TransactionReceipt } from "viem";
import type { Address } from "#lib/core/caip.ts";
import type { Queryable } from "#lib/db/pool.ts";
import type { Tx } from "#lib/db/transaction.ts";

/** Why a transaction is sent; each purpose is carried out at most once, ever. */
export type Purpose = `collect:${string}` | `settle:${string}`;
export type PurposeKind = "collect" | "settle";

/** One wallet of ours on one chain: transactions leave it in nonce order. */
export type Lane = { chainId: number; wallet: Address };

/** Queued → nonce reserved → signed and persisted → broadcast → mined → final; refused only before a nonce was taken. */
export type RelayState = "queued" | "reserved" | "signed" | "broadcast" | "mined" | "final" | "refused";

export type RelayTransaction = Lane & {
  id: bigint;
  purpose: Purpose;
  state: RelayState;
  target: Address;
  calldata: Hex;
  gasLimit: bigint | null;
  nonce: bigint | null;
  minedHash: Hex | null;
  blockHash: Hex | null;
};

/** A signed transaction as it is sent. Fees are wei per gas; `maxPriorityFeePerGas` is null on legacy chains. */
export type Submission = { chainId: number; relayTransactionId: bigint; hash: Hex; raw: Hex };

/** Whoever queued a transaction hears of it here. */
export type RelayListener = {
  /** The transaction is final with this receipt, successful or reverted. Called once, in the transaction that says so. */
  onFinal(tx: Tx, transaction: RelayTransaction, receipt: TransactionReceipt): Promise<void>;
  /** The call would revert, so it was never signed. Called once, in the transaction that says so. */
  onRefused(tx: Tx, transaction: RelayTransaction, reason: string): Promise<void>;
  /** Transactions were sent, mined, or lost their block to a reorg. Informative; may be repeated. */
  onProgress(on: Queryable, purposes: readonly Purpose[], step: "broadcast" | "mined" | "reorged"): Promise<void>;
};

export function kindOf(purpose: Purpose): PurposeKind {
  return purpose.startsWith("collect:") ? "collect" : "settle";
}

/** The id behind the colon: of an attempt for `collect`, of a payment for `settle`. */
export function subjectOf(purpose: Purpose): string {
  return purpose.slice(purpose.indexOf(":") + 1);
}

/** The key under which a lane is announced between processes. */
export function laneKey({ chainId, wallet }: Lane): string {
  return `${chainId}:${wallet}`;
}
