import type { Hex, TransactionReceipt } from "viem";
import type { RelayPurpose } from "#lib/chain/relay/purpose.ts";
import type { AttributedTransaction, WalletTransaction } from "#lib/chain/relay/recovery/attribution.ts";
import type { NonceState } from "#lib/chain/used-nonce.ts";
import type { Address } from "#lib/core/caip.ts";
import type { Queryable } from "#lib/db/pool.ts";
import type { Tx } from "#lib/db/transaction.ts";

/** A relayer wallet on one chain. Its transactions are sent in nonce order. */
export type RelayQueue = { chainId: number; wallet: Address };

/**
 * Queued → nonce reserved → signed and persisted → broadcast → mined → final. `refused`: the call would revert, and no nonce
 * was reserved. `cancelled`: the relay's own cancellation is final at the nonce. `displaced`: a foreign transaction, signed
 * with the wallet's key but not by this relay, is final at the nonce.
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
  /** Native coin that it sends, in wei; 0 for all but movements of native coin. */
  value: bigint;
  gasLimit: bigint | null;
  /** The most gas that it may take; null for the limit of its kind. */
  gasCap: bigint | null;
  nonce: bigint | null;
  minedHash: Hex | null;
  blockNumber: bigint | null;
  blockHash: Hex | null;
  /** A block at which the call was seen to succeed, or was not on chain yet. */
  sinceBlock: bigint | null;
  /** The head at which the call's simulation first failed; null while none has failed since the last success. */
  simulationFailedAtBlock: bigint | null;
};

/** A transaction that has been signed, without its calldata: each block lists all of them, and only a search of the chain needs it. */
export type SentTransaction = Omit<RelayTransaction, "calldata">;

/** Wei per gas. A legacy chain has one price and no priority fee. */
export type GasFees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint | null };

/**
 * A signed version of a relay transaction. A cancellation is a no-op transaction at the same nonce. `ageMs` counts from when
 * it was signed.
 */
export type RelaySubmission = GasFees & {
  relayTransactionId: bigint;
  hash: Hex;
  raw: Hex;
  isCancellation: boolean;
  ageMs: number;
};

/** A final, successful transaction that did what a relay transaction is for, sent by the relay or not, and its nonce. */
export type Execution = { receipt: TransactionReceipt; nonce: bigint };

/**
 * The outcome of a relay transaction at finality. `receipt` and `nonce` belong to the transaction that decided it, which may
 * have reverted; `gasCost` is what the relay's own transaction cost the wallet, in wei.
 */
type RelayOutcome = { receipt: TransactionReceipt; nonce: bigint; gasCost: bigint };

/** A final relay transaction and its outcome. */
export type EndedTransaction = { transaction: SentTransaction; outcome: RelayOutcome };

/** A relay transaction with the receipt of one of its submissions. */
export type MinedTransaction = { transaction: SentTransaction; receipt: TransactionReceipt; isCancellation: boolean };

/** Why a transaction was never signed: its call would revert or, if forbidden, must not be made. */
export type RelayRefusal = { reason: string; isForbidden: boolean };

/** Receives what becomes of relay transactions, and answers what only their owner can know. */
export type RelayListener = {
  /**
   * The transactions are final, successful or reverted. Called once for each, in the database transaction that records it. When
   * one of several can't be recorded, all are passed again one by one.
   */
  onFinal(tx: Tx, ended: readonly EndedTransaction[]): Promise<void>;
  /** Its cancellation is final. Called once, in the database transaction that records it. */
  onCancelled(tx: Tx, transaction: SentTransaction, outcome: RelayOutcome & { reason: string }): Promise<void>;
  /** The call would revert or is forbidden, so it was never signed. Called once, in the database transaction that records it. */
  onRefused(tx: Tx, transaction: RelayTransaction, refusal: RelayRefusal): Promise<void>;
  /**
   * A reorg deeper than finality removed ended transactions from the chain. Called once for each removal, in the database
   * transaction that records it. What they paid stays paid in the database.
   */
  onRemoved(tx: Tx, transactions: readonly SentTransaction[]): Promise<void>;
  /**
   * A removed transaction is final again. Called in the database transaction that records it.
   * @returns `missing` when it had paid something before, and has failed now.
   */
  onReturned(tx: Tx, mined: MinedTransaction): Promise<"restored" | "missing">;
  /**
   * Returns why a call that would succeed must not be made any more, such as a buyer whom the screening declines by now; null when
   * it may. Called right before a nonce is reserved, and may ask other services, so it never runs inside a database transaction.
   * @throws Error when that can't be found out; the call then waits.
   */
  findProhibition(transaction: RelayTransaction): Promise<string | null>;
  /** Transactions were sent, mined, or lost their block to a reorg. Informative; may be repeated. */
  onProgress(on: Queryable, purposes: readonly RelayPurpose[], step: "broadcast" | "mined" | "reorged"): Promise<void>;
  /**
   * Searches the chain for another transaction that did what this one is for, before this one is sent or gets another nonce. Asks the
   * node, so it never runs inside a database transaction.
   * @param atLeast a final block that the search has to include.
   * @returns null when nothing is found, which doesn't prove that there is none. @throws Error when the node fails or has not reached
   * the block.
   */
  findExecution(transaction: RelayTransaction, atLeast: bigint): Promise<Execution | null>;
  /**
   * The same, before this one ends without success: null proves that no other transaction did it. @throws Error also while that isn't
   * proven.
   */
  decideExecution(transaction: RelayTransaction, atLeast: bigint): Promise<Execution | null>;
  /**
   * Reads whether another transaction has used the signed nonce of a collection, which can't succeed then; `unused` for calls
   * without one. Asks the node for less than a simulation does. @throws Error when the node fails.
   */
  readSignedNonce(transaction: RelayTransaction, at: { head: bigint; finalBlock: bigint }): Promise<NonceState>;
  /**
   * Tells whether a call that fails at a block may succeed later, because something it needs is pending or was reorged out.
   * Asks the node, so it never runs inside a database transaction. @throws Error when the node fails.
   */
  maySucceedLater(transaction: RelayTransaction, failedAtBlock: bigint): Promise<boolean>;
  /**
   * Finds out what a final transaction of a relayer wallet was that the database does not know, and records it if it paid for
   * something. @returns null when that can't be decided yet. @throws Error when the node fails.
   */
  attribute(
    queue: RelayQueue,
    transaction: WalletTransaction,
    receipt: TransactionReceipt,
  ): Promise<Pick<AttributedTransaction, "attribution" | "paymentId" | "movementId" | "detail"> | null>;
};

/**
 * True when a transaction on chain makes exactly the call of a relay transaction. Hex is compared regardless of case: a
 * contract wallet's signature keeps the buyer's spelling, and nodes answer in lower case.
 */
export function isSameCall(
  { target, calldata, value }: Pick<RelayTransaction, "target" | "calldata" | "value">,
  call: { to: Address | null; input: Hex; value: bigint },
): boolean {
  const isSameTarget = call.to?.toLowerCase() === target.toLowerCase();
  return isSameTarget && call.input.toLowerCase() === calldata.toLowerCase() && call.value === value;
}

/** The key of a queue in signals between processes, and in alarms. */
export function relayQueueKey({ chainId, wallet }: RelayQueue): string {
  return `${chainId}:${wallet}`;
}
