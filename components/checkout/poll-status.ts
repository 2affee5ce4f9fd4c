import type { GatewayTarget } from "#components/checkout/gateway.ts";
import { within } from "#components/checkout/within.ts";

/** The part of a status that polling needs. */
export type PolledStatus = {
  isFinal: boolean;
  pollInMs: number | null;
  /** The payment's address and the money there, which changes without the status. */
  deposit?: object | undefined;
};

export type StatusListener<Status> = {
  onAnswer(answer: Status): void;
  /** Called with the number of failures since the last answer. */
  onFailure(failures: number): void;
};

/**
 * The server answers a long poll within 25 s. A connection that stays silent for 35 s is dead. A payment that waits for a transfer is
 * asked for more often.
 */
const longPollMs = 25_000;
const depositPollMs = 2_000;
const silenceMs = 35_000;
const longestBackoffMs = 30_000;

/**
 * Polls the status of a payment or refund until it is final or the signal is aborted. The first request returns at once, because
 * the status on screen may be outdated. Later requests are long polls where the API has them, and otherwise follow `pollInMs`.
 */
export async function pollStatus<Status extends PolledStatus>(
  target: GatewayTarget,
  listener: StatusListener<Status>,
  signal: AbortSignal,
): Promise<void> {
  let maxPollMs = 0;
  let failures = 0;
  while (!signal.aborted) {
    const startedAt = performance.now();
    try {
      const answer = await within(silenceMs, signal, (ended) => readStatus<Status>(target, maxPollMs, ended));
      if (signal.aborted) return;
      failures = 0;
      listener.onAnswer(answer);
      if (answer.isFinal) return;
      // A server that answers long polls early must not cause a tight loop.
      const remainingMs = maxPollMs === 0 ? 0 : (answer.pollInMs ?? 0) - (performance.now() - startedAt);
      await pause(remainingMs, signal);
      maxPollMs = answer.deposit === undefined ? longPollMs : depositPollMs;
    } catch (error) {
      if (signal.aborted) return;
      failures += 1;
      listener.onFailure(failures);
      const backoffMs = Math.min(1_000 * 2 ** (failures - 1), longestBackoffMs);
      const retryAfterMs = error instanceof StatusError ? error.retryAfterMs : 0;
      await pause(Math.max(retryAfterMs, backoffMs * (0.75 + Math.random() / 2)), signal);
      maxPollMs = 0;
    }
  }
}

class StatusError extends Error {
  readonly retryAfterMs: number;

  constructor(response: Response) {
    super(`The status request failed with HTTP ${response.status}`);
    const seconds = Number(response.headers.get("retry-after"));
    this.retryAfterMs = Number.isFinite(seconds) ? seconds * 1_000 : 0;
  }
}

async function readStatus<Status>({ path, appId }: GatewayTarget, maxPollMs: number, signal: AbortSignal) {
  const response = await fetch(`${path}/status?maxPollMs=${maxPollMs}`, { headers: { "App-Id": appId }, signal });
  if (!response.ok) throw new StatusError(response);
  return (await response.json()) as Status;
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
