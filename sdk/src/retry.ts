/** Answers after which the same request may succeed: too many requests, a request in progress with the same key, an outage. */
const passing = new Set([408, 425, 429, 500, 502, 503, 504]);
const maxBackoffMs = 30_000;
/** Limits count minutes. A server that asks for more, such as until the next day, is answered by an error. */
const longestPauseMs = 60_000;
/** The calls without an idempotency key that change nothing when repeated, although they are a POST. */
const repeatablePosts = /\/(cancel|options|fetch|confirm|deposit|deposit\/refund)$/;

export type RetryOptions = {
  fetch: (request: Request) => Promise<Response>;
  /** The maximum number of repeats of a request. */
  retries: number;
  /** The longest that an attempt may take, in milliseconds. */
  timeoutMs: number;
  /** Pauses before the next attempt; replaced in tests. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
};

/**
 * Creates a fetch that repeats a request after an outage, with growing pauses or the one that the server asks
 * for. Only requests that change nothing when repeated are repeated: reads, updates, deletions,
 * cancellations, and those with an idempotency key. When the server asks for a pause of more than a minute,
 * its answer is returned at once.
 */
export function createRetryingFetch({ fetch, retries, timeoutMs, pause }: RetryOptions) {
  return async (request: Request): Promise<Response> => {
    const isRepeatable =
      request.method !== "POST" ||
      request.headers.has("idempotency-key") ||
      repeatablePosts.test(new URL(request.url).pathname);
    for (let attempt = 0; ; attempt += 1) {
      const isLast = attempt >= (isRepeatable ? retries : 0);
      const outcome = await send(fetch, request.clone(), timeoutMs).catch((error: unknown) => {
        if (isLast || request.signal.aborted) throw error;
        return null;
      });
      const asked = outcome === null ? null : retryAfterMs(outcome);
      const isPassing = outcome === null || (passing.has(outcome.status) && (asked ?? 0) <= longestPauseMs);
      if (outcome !== null && (isLast || !isPassing)) return outcome;
      await outcome?.body?.cancel();
      await pause(asked ?? backoffMs(attempt), request.signal);
    }
  };
}

function send(fetch: RetryOptions["fetch"], request: Request, timeoutMs: number): Promise<Response> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]);
  // A redirect, as from http to https, would turn a POST into a GET, and take the API key to wherever it points.
  return fetch(new Request(request, { signal, redirect: "manual" }));
}

function backoffMs(attempt: number): number {
  return Math.min(500 * 2 ** attempt, maxBackoffMs) * (0.5 + Math.random() / 2);
}

/** The pause that an answer asks for, in milliseconds: its Retry-After in seconds or as a date. Null when it asks for none. */
export function retryAfterMs({ headers }: Response): number | null {
  const value = headers.get("retry-after");
  if (value === null) return null;
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}

/** Waits, or throws the signal's reason once it is aborted. */
export function pauseUnlessAborted(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", onAbort);
      resolve();
    }, ms);
    signal.addEventListener("abort", onAbort, { once: true });
  });
}
