import { processSingleton } from "#lib/core/process-singleton.ts";
import { insertRequests, type LoggedRequest } from "#lib/domain/platform/request-log/repository.ts";
import { log } from "#lib/log/log.ts";

const flushAfterMs = 1_000;
/** A few seconds of traffic of the busiest process. */
const maxWaiting = 20_000;
const batchSize = 2_000;

/**
 * Buffers logged requests in memory for about a second before writing them. Entries that don't fit or can't be written
 * are counted, reported in the operator's log, and dropped. A request never waits for its log entry.
 */
class RequestLog {
  #waiting: LoggedRequest[] = [];
  #lost = 0;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  /** Adds a finished request, at the cost of an array push. */
  push(request: LoggedRequest): void {
    if (this.#waiting.length >= maxWaiting) this.#lost += 1;
    else this.#waiting.push(request);
    this.#timer ??= setTimeout(() => void this.flush(), flushAfterMs).unref();
  }

  /** Writes the buffered entries in order; called by the timer, at shutdown and by tests. Never throws. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async #write(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (let start = 0; start < waiting.length; start += batchSize) {
      const batch = waiting.slice(start, start + batchSize);
      await insertRequests(batch).catch((error: unknown) => {
        this.#lost += batch.length;
        log().warn({ err: error }, "requests could not be logged");
      });
    }
    if (this.#lost > 0) log().warn({ count: this.#lost }, "requests are missing in the request log");
    this.#lost = 0;
  }
}

/** The process's request log. */
export const requestLog = processSingleton("request-log", () => new RequestLog());
