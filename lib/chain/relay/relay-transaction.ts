import type { Hex, TransactionReceipt } from "viem";
import type { RelayPurpose } from "#lib/chain/relay/purpose.ts";
import type { Address } from "#lib/core/caip.ts";

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

/**
 * A transaction that has been signed, without its calldata: each block lists all of them, and only a search
 * of the chain needs it.
 */
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

/** A relay transaction with the receipt of one of its submissions. */
export type MinedTransaction = { transaction: SentTransaction; receipt: TransactionReceipt; isCancellation: boolean };

/**
 * The cause of an end without success. `unsent` is the call that was never signed, because it would revert or, if
 * forbidden, must not be made; null when it was signed, and its cancellation is final.
 */
export type RelayFailure = { reason: string; isForbidden: boolean; unsent: Hex | null };

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
