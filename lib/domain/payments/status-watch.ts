import { isId, type PaymentId } from "#lib/core/ids.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { database } from "#lib/db/pool.ts";
import { signals } from "#lib/db/signals.ts";
import { DeadlineWheel } from "#lib/domain/payments/deadline-wheel.ts";
import type { PaymentSnapshot } from "#lib/domain/payments/payment.ts";
import { listSnapshots } from "#lib/domain/payments/repository.ts";
import { log } from "#lib/log/log.ts";

const rereadEveryMs = 1_000;
const idsPerRead = 2_000;

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
  #isClosed = false;

  /**
   * Waits until the payment's version is above `seen.version`, or the deadline, or the abort.
   * @param deadlineMs Unix milliseconds.
   * @returns the newer snapshot, or null when there is none by the deadline, at an abort or at shutdown.
   */
  wait(seen: PaymentSnapshot, deadlineMs: number, signal: AbortSignal): Promise<PaymentSnapshot | null> {
    if (this.#isClosed || signal.aborted) return Promise.resolve(null);
    this.#start();
    return new Promise((resolve) => {
      const end = (snapshot: PaymentSnapshot | null) => {
        cancelDeadline();
        signal.removeEventListener("abort", giveUp);
        this.#remove(seen.id, waiter);
        resolve(snapshot);
      };
      const giveUp = () => end(null);
      const waiter: Waiter = { seenVersion: seen.version, wake: end };
      const cancelDeadline = this.#deadlines.add(deadlineMs, giveUp);
      signal.addEventListener("abort", giveUp);
      const waiters = this.#waiters.get(seen.id) ?? new Set();
      this.#waiters.set(seen.id, waiters.add(waiter));
    });
  }

  /** Reads these payments again, as far as somebody waits for them, and wakes those whose payment moved. */
  async refresh(ids: Iterable<PaymentId>): Promise<void> {
    const watched = [...ids].filter((id) => this.#waiters.has(id));
    for (let start = 0; start < watched.length; start += idsPerRead) {
      const snapshots = await listSnapshots(database, watched.slice(start, start + idsPerRead));
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
    this.#reread = setInterval(() => this.#refreshLogged(this.#waiters.keys()), rereadEveryMs).unref();
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

/** The process's waiters. */
export const statusWatch = processSingleton("status-watch", () => new StatusWatch());
