import type { WireStatus } from "#lib/api/schemas/payment.ts";

export type StatusSource = { paymentId: string; appId: string };

export type StatusListener = {
  onAnswer(answer: WireStatus): void;
  /** With the number of failures since the last answer. */
  onFailure(failures: number): void;
};

/** The server answers a long poll after 25 s at the latest; a connection that is silent for longer is dead. */
const longPollMs = 25_000;
const silenceMs = 35_000;
const longestBackoffMs = 30_000;

/**
 * Follows a payment's status until it is final or the signal is aborted. The first request asks for the status as it is,
 * because what is on screen may be old; the others wait for a change.
 */
export async function followStatus(source: StatusSource, listener: StatusListener, signal: AbortSignal): Promise<void> {
  let maxPollMs = 0;
  let failures = 0;
  while (!signal.aborted) {
    const startedAt = performance.now();
    try {
      const answer = await readStatus(source, maxPollMs, signal);
      if (signal.aborted) return;
      failures = 0;
      listener.onAnswer(answer);
      if (answer.isFinal) return;
      // A long poll that returns early without need would otherwise be repeated in a tight loop.
      const spareMs = maxPollMs === 0 ? 0 : (answer.pollInMs ?? 0) - (performance.now() - startedAt);
      await pause(spareMs, signal);
      maxPollMs = longPollMs;
    } catch (error) {
      if (signal.aborted) return;
      failures += 1;
      listener.onFailure(failures);
      const backoffMs = Math.min(1_000 * 2 ** (failures - 1), longestBackoffMs);
      const askedMs = error instanceof StatusRefused ? error.retryAfterMs : 0;
      await pause(Math.max(askedMs, backoffMs * (0.75 + Math.random() / 2)), signal);
      maxPollMs = 0;
    }
  }
}

class StatusRefused extends Error {
  readonly retryAfterMs: number;

  constructor(response: Response) {
    super(`the status was refused with ${response.status}`);
    const seconds = Number(response.headers.get("retry-after"));
    this.retryAfterMs = Number.isFinite(seconds) ? seconds * 1_000 : 0;
  }
}

async function readStatus(source: StatusSource, maxPollMs: number, signal: AbortSignal): Promise<WireStatus> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, silenceMs);
  signal.addEventListener("abort", abort);
  try {
    const url = `/v1/gateway/payment/${source.paymentId}/status?maxPollMs=${maxPollMs}`;
    const response = await fetch(url, { headers: { "App-Id": source.appId }, signal: controller.signal });
    if (!response.ok) throw new StatusRefused(response);
    return (await response.json()) as WireStatus;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms <= 0 || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
  });
}
