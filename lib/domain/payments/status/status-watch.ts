import { isId, type PaymentId } from "#lib/core/ids.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { database } from "#lib/db/pool.ts";
import { signals } from "#lib/db/signals.ts";
import type { PaymentSnapshot } from "#lib/domain/payments/payment.ts";
import { listNewerSnapshots } from "#lib/domain/payments/repository.ts";
import { DeadlineWheel } from "#lib/domain/payments/status/deadline-wheel.ts";
import { log } from "#lib/log/log.ts";

/** Each second all watched payments are read again, a ninth of them at a time, so that nobody waits for a large read. */
const rereadEveryMs = 100;
const rereadShares = 9;
const idsPerRead = 2_000;

/** Somebody who waits for an answer, and may go away before it comes. */
export type Client = {
  readonly isGone: boolean;
  /** Calls back when they go; returns the function that takes the listener off. */
  onGone(listener: () => void): () => void;
};

type Waiter = { seenVersion: number; wake: (snapshot: PaymentSnapshot | null) => void };

/**
 * Everybody in this process who waits for a payment to change. Waiters hold no database connection: they are woken
 * by the announcements of other processes, and once a second all watched payments are read again in one statement,
 * which is what remains where announcements do not get through.
 */
class StatusWatch {
  readonly #waiters = new Map<PaymentId, Set<Waiter>>();
  readonly #deadlines = new DeadlineWheel();
  #stopListening: (() => void) | undefined;
  #reread: NodeJS.Timeout | undefined;
  #round: Iterator<PaymentId> = this.#waiters.keys();
  #isClosed = false;

  /**
   * Waits until the payment's version is above `seen.version`, or the deadline, or the client goes.
   * @param deadlineMs Unix milliseconds.
   * @returns the newer snapshot, or null when there is none by the deadline, for a client that is gone or at shutdown.
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

  /** Reads these payments again, as far as somebody waits for them, and wakes those whose payment moved. */
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

  /** Answers everybody who waits, and lets nobody wait from now on. For the shutdown. */
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

  /** The next ones of this round; the tick after the last one only begins the next round. */
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
    this.refresh(ids).catch((error: unknown) => log().warn({ err: error }, "watched payments could not be read"));
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

/** The process's waiters. */
export const statusWatch = processSingleton("status-watch", () => new StatusWatch());
