import { isId, type PaymentId } from "#lib/core/ids.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { database } from "#lib/db/pool.ts";
import { signals } from "#lib/db/signals.ts";
import type { PaymentSnapshot } from "#lib/domain/payments/payment.ts";
import { listNewerSnapshots } from "#lib/domain/payments/repository.ts";
import { DeadlineWheel } from "#lib/domain/payments/status/deadline-wheel.ts";
import { log } from "#lib/log/log.ts";

/** All watched payments are read again every second, a ninth at a time, so that no read is large. */
const rereadEveryMs = 100;
const rereadShares = 9;
const idsPerRead = 2_000;

/** The client of a held request, which may disconnect before the response. */
export type Client = {
  readonly isGone: boolean;
  /** Calls back when the client disconnects; returns a function that removes the listener. */
  onGone(listener: () => void): () => void;
};

type Waiter = { seenVersion: number; wake: (snapshot: PaymentSnapshot | null) => void };

/**
 * The requests of this process that wait for a payment to change. Waiters hold no database connection: announcements of
 * other processes wake them. Every watched payment is also read again once a second, because announcements can be lost.
 */
class StatusWatch {
  readonly #waiters = new Map<PaymentId, Set<Waiter>>();
  readonly #deadlines = new DeadlineWheel();
  #stopListening: (() => void) | undefined;
  #reread: NodeJS.Timeout | undefined;
  #round: Iterator<PaymentId> = this.#waiters.keys();
  #isClosed = false;

  /**
   * Waits until the payment has a newer version than `seen`, the deadline passes or the client disconnects.
   * @param deadlineMs Unix milliseconds.
   * @returns the newer snapshot; null at the deadline, after a disconnect and at shutdown.
   */
  wait(seen: PaymentSnapshot, deadlineMs: number, client: Client): Promise<PaymentSnapshot | null> {
    if (this.#isClosed || client.isGone) return Promise.resolve(null);
    this.#start();
    return new Promise((resolve) => {
      const end = (snapshot: PaymentSnapshot | null) => {
        cancelDeadline();
        forgetClient();
        this.#remove(seen.id, waiter);
        resolve(snapshot);
      };
      const giveUp = () => end(null);
      const waiter: Waiter = { seenVersion: seen.version, wake: end };
      const cancelDeadline = this.#deadlines.add(deadlineMs, giveUp);
      const forgetClient = client.onGone(giveUp);
      const waiters = this.#waiters.get(seen.id) ?? new Set();
      this.#waiters.set(seen.id, waiters.add(waiter));
    });
  }

  /** Reads the watched ones among these payments again and wakes the waiters of those that changed. */
  async refresh(ids: Iterable<PaymentId>): Promise<void> {
    const watched = [...ids].flatMap((id) => {
      const waiters = this.#waiters.get(id);
      return waiters === undefined ? [] : [{ id, version: oldestSeen(waiters) }];
    });
    for (let start = 0; start < watched.length; start += idsPerRead) {
      const snapshots = await listNewerSnapshots(database, watched.slice(start, start + idsPerRead));
      for (const snapshot of snapshots) {
        for (const waiter of this.#waiters.get(snapshot.id) ?? []) {
          if (snapshot.version > waiter.seenVersion) waiter.wake(snapshot);
        }
      }
    }
  }

  /** Ends all waits and refuses new ones. For shutdown. */
  close(): void {
    this.#isClosed = true;
    for (const waiters of this.#waiters.values()) for (const { wake } of waiters) wake(null);
  }

  #start(): void {
    if (this.#stopListening !== undefined) return;
    this.#stopListening = signals().listen("till_payment", (keys) => {
      this.#refreshLogged(keys.filter((key): key is PaymentId => isId("pay", key)));
    });
    this.#reread = setInterval(() => this.#refreshLogged(this.#nextShare()), rereadEveryMs).unref();
  }

  /** Returns the next share of the current round; the tick after the last share only starts the next round. */
  #nextShare(): PaymentId[] {
    const share: PaymentId[] = [];
    const size = Math.ceil(this.#waiters.size / rereadShares);
    while (share.length < size) {
      const next = this.#round.next();
      if (next.done === true) {
        this.#round = this.#waiters.keys();
        return share;
      }
      share.push(next.value);
    }
    return share;
  }

  #refreshLogged(ids: Iterable<PaymentId>): void {
    this.refresh(ids).catch((error: unknown) => log().warn({ err: error }, "could not read watched payments"));
  }

  #remove(id: PaymentId, waiter: Waiter): void {
    const waiters = this.#waiters.get(id);
    waiters?.delete(waiter);
    if (waiters?.size === 0) this.#waiters.delete(id);
    if (this.#waiters.size > 0) return;
    clearInterval(this.#reread);
    this.#stopListening?.();
    this.#stopListening = undefined;
  }
}

function oldestSeen(waiters: ReadonlySet<Waiter>): number {
  let oldest = Number.MAX_SAFE_INTEGER;
  for (const { seenVersion } of waiters) oldest = Math.min(oldest, seenVersion);
  return oldest;
}

/** The waiters of this process. */
export const statusWatch = processSingleton("status-watch", () => new StatusWatch());
