import { processSingleton } from "#lib/core/process-singleton.ts";
import { insertRequests, type LoggedRequest } from "#lib/domain/platform/request-log/repository.ts";
import { log } from "#lib/log/log.ts";

const flushAfterMs = 1_000;
/** Some seconds of the busiest process; a database that is slower than that is in other trouble. */
const mostWaiting = 20_000;
const batchSize = 2_000;

/**
 * What was asked of the API, until it is written: in this process's memory, for about a second. What does not fit or
 * can't be written is counted, told to the operator's log, and lost; a request never waits for it.
 */
class RequestLog {
  #waiting: LoggedRequest[] = [];
  #lost = 0;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  /** Notes a request that has been answered. Costs a push. */
  push(request: LoggedRequest): void {
    if (this.#waiting.length >= mostWaiting) this.#lost += 1;
    else this.#waiting.push(request);
    this.#timer ??= setTimeout(() => void this.flush(), flushAfterMs).unref();
  }

  /** Writes what waits, in order; for the timer, the end of a process, and tests. Never throws. */
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
