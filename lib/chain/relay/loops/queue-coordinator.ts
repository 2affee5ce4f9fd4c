import type { MinedTransaction } from "#lib/chain/relay/relay-transaction.ts";
import { Wakeup } from "#lib/chain/relay/wakeup.ts";
import { RunningWork } from "#lib/core/running-work.ts";

/**
 * State shared by the four loops of a queue: the number of transactions in flight, those that have failed, a node's report of a
 * used nonce, and the loops' wakeups. Nothing in it is lost with the process: the watch loop reads it again from database and
 * chain.
 */
export class QueueCoordinator {
  readonly sendWakeup: Wakeup;
  readonly watchWakeup: Wakeup;
  readonly maintenanceWakeup: Wakeup;
  readonly failureWakeup: Wakeup;
  // A previous worker may have left transactions in flight.
  #inFlight = 1;
  #hasUsedNonce = false;
  // A previous worker may have left transactions without a signature.
  #areAllSigned = false;
  /** The ends of unsent transactions that are under way, by id. */
  readonly ends = new RunningWork<bigint>();
  readonly #failed = new Map<bigint, MinedTransaction>();

  constructor(signal: AbortSignal) {
    this.sendWakeup = new Wakeup(signal);
    this.watchWakeup = new Wakeup(signal);
    this.maintenanceWakeup = new Wakeup(signal);
    this.failureWakeup = new Wakeup(signal);
  }

  /** False while no transaction waits for a block or for finality, as far as is known. */
  get isInFlight(): boolean {
    return this.#inFlight > 0;
  }

  /** False while a nonce may be taken that no signed transaction uses yet: its signer fails, or the wallet is paused. */
  get areAllSigned(): boolean {
    return this.#areAllSigned;
  }

  /** The send loop has signed all transactions with a nonce, or could not. */
  setAllSigned(areAllSigned: boolean): void {
    this.#areAllSigned = areAllSigned;
  }

  /** The send loop has sent new transactions: the watch loop looks for their receipts right away. */
  recordSent(count: number): void {
    this.#inFlight += count;
    if (count > 0) this.watchWakeup.notify();
  }

  /** The watch loop has counted the transactions in flight in the database. */
  setInFlight(count: number): void {
    this.#inFlight = count;
  }

  /** The watch loop has seen transactions that are final without success, some of them before. */
  addFailed(failed: readonly MinedTransaction[]): void {
    for (const mined of failed) this.#failed.set(mined.transaction.id, mined);
    if (failed.length > 0) this.failureWakeup.notify();
  }

  /** Lists failed transactions that have not been ended yet, the first ones first. */
  listFailed(limit: number): MinedTransaction[] {
    return [...this.#failed.values()].slice(0, limit);
  }

  /** Forgets failed transactions; those that could not be ended are seen again in the next block. */
  forgetFailed(failed: readonly MinedTransaction[]): void {
    for (const { transaction } of failed) this.#failed.delete(transaction.id);
  }

  /** Transactions may be ready to be sent: signed ones, or ones that have lost their block to a reorg. */
  wakeSendLoop(): void {
    this.sendWakeup.notify();
  }

  /** A node answered "nonce too low" or the like: the maintenance loop compares nonces in its next round. */
  reportUsedNonce(): void {
    this.#hasUsedNonce = true;
  }

  /** Returns whether a node reported a used nonce since the last call. */
  takeUsedNonceReport(): boolean {
    const hasUsedNonce = this.#hasUsedNonce;
    this.#hasUsedNonce = false;
    return hasUsedNonce;
  }
}
