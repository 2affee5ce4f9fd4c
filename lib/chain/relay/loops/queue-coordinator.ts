import type { MinedTransaction } from "#lib/chain/relay/relay-transaction.ts";
import { Wakeup } from "#lib/chain/relay/wakeup.ts";
import { RunningWork } from "#lib/core/running-work.ts";

/**
 * State shared by the four loops of a queue, and their wakeups. Nothing in it is lost with the process: the
 * watch loop reads it again from database and chain.
 */
export class QueueCoordinator {
  /**
   * The transactions that wait for a block or for finality, as far as is known: a previous worker may have
   * left some.
   */
  inFlight = 1;
  /**
   * False while a nonce may be taken that no signed transaction uses yet: its signer fails, the wallet is
   * paused, or a worker ended.
   */
  areAllSigned = false;
  /**
   * True once a node has answered "nonce too low" or the like: the maintenance loop compares nonces in its
   * next round.
   */
  hasUsedNonce = false;
  /**
   * The transactions that are final without success and haven't been ended, by id; the watch loop finds them
   * in each block.
   */
  readonly failed = new Map<bigint, MinedTransaction>();
  /** The ends of unsent transactions that are under way, by id. */
  readonly ends = new RunningWork<bigint>();
  readonly sendWakeup: Wakeup;
  readonly watchWakeup: Wakeup;
  readonly maintenanceWakeup: Wakeup;
  readonly failureWakeup: Wakeup;

  constructor(signal: AbortSignal) {
    this.sendWakeup = new Wakeup(signal);
    this.watchWakeup = new Wakeup(signal);
    this.maintenanceWakeup = new Wakeup(signal);
    this.failureWakeup = new Wakeup(signal);
  }
}
