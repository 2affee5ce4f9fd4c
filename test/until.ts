import { setTimeout as pause } from "node:timers/promises";

const pollEveryMs = 20;

/**
 * Polls until `look` returns something other than `false`, `null` or `undefined`.
 * @param event names the awaited event in the error: "the payout to fail".
 * @returns what `look` returned.
 * @throws Error after `timeoutMs`, and whatever `look` throws.
 */
export async function until<T>(
  event: string,
  look: () => T | Promise<T>,
  timeoutMs = 60_000,
): Promise<Exclude<T, false | null | undefined>> {
  const startedAt = performance.now();
  for (;;) {
    const found = await look();
    if (found !== false && found !== null && found !== undefined) {
      return found as Exclude<T, false | null | undefined>;
    }
    const waitedMs = performance.now() - startedAt;
    if (waitedMs > timeoutMs) throw new Error(`waited ${Math.round(waitedMs / 1_000)} s in vain for ${event}`);
    await pause(pollEveryMs);
  }
}
