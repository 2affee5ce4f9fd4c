import type { Hex, TransactionReceipt } from "viem";
import type { RelayPurpose } from "#lib/chain/relay/purpose.ts";
import type { Address } from "#lib/core/caip.ts";
import type { Queryable } from "#lib/db/pool.ts";
import type { Tx } from "#lib/db/transaction.ts";

/** One wallet of ours on one chain: transactions leave it in nonce order. */
export type RelayQueue = { chainId: number; wallet: Address };

/**
 * Queued → nonce reserved → signed and persisted → broadcast → mined → final; refused only before a nonce was taken.
 * Cancelled when our own transaction that does nothing is final under its nonce, displaced when a stranger's is.
 */
export type RelayState =
  | "queued"
  | "reserved"
  | "signed"
  | "broadcast"
  | "mined"
  | "final"
  | "refused"
  | "cancelled"
  | "displaced";

export type RelayTransaction = RelayQueue & {
  id: bigint;
  purpose: RelayPurpose;
  state: RelayState;
  target: Address;
  calldata: Hex;
  gasLimit: bigint | null;
  nonce: bigint | null;
  minedHash: Hex | null;
  blockNumber: bigint | null;
  blockHash: Hex | null;
  /** A block at which the call is known to have worked, or not to have been on chain yet. */
  sinceBlock: bigint | null;
  /** The head at which a node first objected to the call; null when none has, or a yes came after. */
  objectedAtBlock: bigint | null;
};

/** Wei per gas. A legacy chain has one price and no priority fee. */
export type GasFees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint | null };

/** A signed form of a transaction. A cancellation does nothing but use the nonce up. `ageMs` is since it was signed. */
export type Submission = GasFees & {
  relayTransactionId: bigint;
  hash: Hex;
  raw: Hex;
  isCancellation: boolean;
  ageMs: number;
};

/**
 * What ended a relay transaction at finality. `receipt` is of the transaction that did what was wanted, or tried to;
 * `nonce` is that transaction's. `gasCost` is what the relay's own transaction took of the wallet's native coin, in wei.
 */
type RelayEnd = { receipt: TransactionReceipt; nonce: bigint; gasCost: bigint };

/** A relay transaction with the receipt of one of its forms. */
export type SeenTransaction = { transaction: RelayTransaction; receipt: TransactionReceipt; isCancellation: boolean };

/** Something on chain, final, that did already what a relay transaction is for. */
export type Done = { receipt: TransactionReceipt; nonce: bigint };

/** Whoever queued a transaction hears of it here. */
export type RelayListener = {
  /** It is final, successful or reverted. Called once, in the transaction that says so. */
  onFinal(tx: Tx, transaction: RelayTransaction, end: RelayEnd): Promise<void>;
  /** Our own transaction that does nothing is final in its place. Called once, in the transaction that says so. */
  onCancelled(tx: Tx, transaction: RelayTransaction, end: RelayEnd & { reason: string }): Promise<void>;
  /** The call would revert, so it was never signed. Called once, in the transaction that says so. */
  onRefused(tx: Tx, transaction: RelayTransaction, reason: string): Promise<void>;
  /** Transactions were sent, mined, or lost their block to a reorg. Informative; may be repeated. */
  onProgress(on: Queryable, purposes: readonly RelayPurpose[], step: "broadcast" | "mined" | "reorged"): Promise<void>;
  /**
   * Looks on chain whether something else has done what this is for: asked before it is given up or gets another nonce.
   * Asks the node, so never within a database transaction. @throws Error when the node does not say.
   */
  findDone(transaction: RelayTransaction): Promise<Done | null>;
  /** True when the call lacked at a block what may still come, or come back after a reorg. Asks the node, as above. */
  isAwaited(transaction: RelayTransaction, atBlock: bigint): Promise<boolean>;
};

/**
 * True when a transaction on chain makes the very call of one of ours. Compared as bytes, whatever their spelling: a
 * contract wallet's signature comes as the buyer wrote it, and nodes write in small letters.
 */
export function isCallOf(
  { target, calldata }: Pick<RelayTransaction, "target" | "calldata">,
  { to, input }: { to: Address | null; input: Hex },
): boolean {
  return to?.toLowerCase() === target.toLowerCase() && input.toLowerCase() === calldata.toLowerCase();
}

/** The key under which a queue is announced between processes. */
export function relayQueueKey({ chainId, wallet }: RelayQueue): string {
  return `${chainId}:${wallet}`;
}
