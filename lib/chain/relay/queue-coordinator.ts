import { Wakeup } from "#lib/chain/relay/wakeup.ts";

/**
 * State shared by the three loops of a queue: the number of transactions in flight, a node's report of a used nonce, and the
 * loops' wakeups. It only decides when a loop works next; what there is to do is read from the database.
 */
export class QueueCoordinator {
  readonly sendWakeup: Wakeup;
  readonly watchWakeup: Wakeup;
  readonly maintenanceWakeup: Wakeup;
  // A previous worker may have left transactions in flight.
  #inFlight = 1;
  #hasUsedNonce = false;

  constructor(signal: AbortSignal) {
    this.sendWakeup = new Wakeup(signal);
    this.watchWakeup = new Wakeup(signal);
    this.maintenanceWakeup = new Wakeup(signal);
  }

  /** False while no transaction waits for a block or for finality, as far as is known. */
  get isInFlight(): boolean {
    return this.#inFlight > 0;
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
