/** Answers after which the same request may succeed: too many requests, a request in progress with the same key, an outage. */
const passing = new Set([408, 425, 429, 500, 502, 503, 504]);
const mostPauseMs = 30_000;

export type RetryOptions = {
  fetch: (request: Request) => Promise<Response>;
  /** The most repeats of a request. */
  retries: number;
  /** The longest that an attempt may take, in milliseconds. */
  timeoutMs: number;
  /** Pauses before the next attempt; replaced in tests. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
};

/**
 * Creates a fetch that repeats a request after an outage, with growing pauses or the one that the server asks for. Only requests that
 * change nothing when repeated are repeated: reads, and those with an idempotency key.
 */
export function createRetryingFetch({ fetch, retries, timeoutMs, pause }: RetryOptions) {
  return async (request: Request): Promise<Response> => {
    const isRepeatable = request.method === "GET" || request.headers.has("idempotency-key");
    for (let attempt = 0; ; attempt += 1) {
      const isLast = attempt >= (isRepeatable ? retries : 0);
      const outcome = await send(fetch, request.clone(), timeoutMs).catch((error: unknown) => {
        if (isLast || request.signal.aborted) throw error;
        return null;
      });
      if (outcome !== null && (isLast || !passing.has(outcome.status))) return outcome;
      await outcome?.body?.cancel();
      await pause(pauseBefore(attempt, outcome), request.signal);
    }
  };
}

function send(fetch: RetryOptions["fetch"], request: Request, timeoutMs: number): Promise<Response> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]);
  return fetch(new Request(request, { signal }));
}

function pauseBefore(attempt: number, response: Response | null): number {
  const asked = Number(response?.headers.get("retry-after") ?? Number.NaN) * 1_000;
  if (asked >= 0) return Math.min(asked, mostPauseMs);
  return Math.min(500 * 2 ** attempt, mostPauseMs) * (0.5 + Math.random() / 2);
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
