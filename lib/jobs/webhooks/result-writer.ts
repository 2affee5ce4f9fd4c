import { setTimeout as pause } from "node:timers/promises";
import { clock } from "#lib/core/clock.ts";
import { runBatchWithFallback } from "#lib/core/run-batch-with-fallback.ts";
import { disableEndpoint } from "#lib/domain/webhooks/delivery/disable-endpoint.ts";
import { type DeliveryResult, recordResults } from "#lib/domain/webhooks/delivery/record-results.ts";
import { givenUpAfterMs } from "#lib/domain/webhooks/delivery/retry-schedule.ts";
import { log } from "#lib/log/log.ts";

const perStatement = 500;
const retryAfterMs = 1_000;

/** @param hasWoken other deliveries have become due with the results. */
type OnWritten = (results: readonly DeliveryResult[], hasWoken: boolean) => void;

/**
 * Stores results in batches: while one statement runs, the next batch gathers. Results that can't be stored
 * now, because the database is away, are kept and stored later; their deliveries may be sent again by then.
 */
export class ResultWriter {
  #waiting: DeliveryResult[] = [];
  #isWriting = false;
  #written: Promise<void> = Promise.resolve();
  readonly #signal: AbortSignal;
  readonly #onWritten: OnWritten;

  /** @param onWritten is called for results that were stored or given up. */
  constructor(signal: AbortSignal, onWritten: OnWritten) {
    this.#signal = signal;
    this.#onWritten = onWritten;
  }

  /** The results that are not stored yet. */
  get backlog(): number {
    return this.#waiting.length;
  }

  add(result: DeliveryResult): void {
    this.#waiting.push(result);
    if (this.#isWriting) return;
    this.#isWriting = true;
    this.#written = this.#writeAll();
  }

  /** Resolves when everything that was added is stored, or once stopping when it can't be. */
  settle(): Promise<void> {
    return this.#written;
  }

  async #writeAll(): Promise<void> {
    // Results of the same turn of the event loop share a statement.
    await pause(0);
    while (this.#waiting.length > 0) {
      const batch = this.#takeBatch();
      const failed = new Set<DeliveryResult>();
      let hasWoken = false;
      const store = async (results: readonly DeliveryResult[]) => {
        hasWoken = (await write(results)) || hasWoken;
      };
      await runBatchWithFallback(batch, store, (result, error) => {
        log().warn({ err: error, endpointId: result.endpointId }, "the result of a webhook could not be stored");
        failed.add(result);
      });
      // When stopping, a delivery whose result can't be stored is due again after its lease.
      const isStopping = this.#signal.aborted;
      this.#onWritten(isStopping ? batch : batch.filter((result) => !failed.has(result)), hasWoken);
      if (failed.size === 0 || isStopping) continue;
      this.#waiting.unshift(...failed);
      await pause(retryAfterMs, undefined, { signal: this.#signal }).catch(() => undefined);
    }
    this.#isWriting = false;
  }

  /** A delivery that was sent twice, because its lease ran out, has two results. The second waits for the next statement. */
  #takeBatch(): DeliveryResult[] {
    const batch = new Map<string, DeliveryResult>();
    const later: DeliveryResult[] = [];
    for (const result of this.#waiting) {
      const key = `${result.endpointId} ${result.eventId}`;
      if (batch.size < perStatement && !batch.has(key)) batch.set(key, result);
      else later.push(result);
    }
    this.#waiting = later;
    return [...batch.values()];
  }
}

async function write(results: readonly DeliveryResult[]): Promise<boolean> {
  const now = clock.now();
  const { failing, hasWoken } = await recordResults(results, now);
  for (const { id, failingSince, resumedAt } of failing) {
    const isTooLong = failingSince.getTime() <= now.getTime() - givenUpAfterMs;
    const isGone = results.some((result) => {
      return result.isGone && result.endpointId === id && result.resumedAt?.getTime() === resumedAt?.getTime();
    });
    if (!isGone && !isTooLong) continue;
    // The results are stored: a failure here must not store them again. The next attempt leads here once more.
    await disableEndpoint(id, resumedAt, isGone ? "gone" : "failing").catch((error: unknown) =>
      log().warn({ err: error, endpointId: id }, "a webhook endpoint could not be disabled; it will be retried"),
    );
  }
  return hasWoken;
}
