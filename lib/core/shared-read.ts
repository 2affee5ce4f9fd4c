import { clock } from "#lib/core/clock.ts";

/**
 * Shares the result of a read between its callers for a while from its start; a failure too, so that what is
 * in trouble isn't asked more often.
 */
export function sharedRead<T>(forMs: number, read: () => Promise<T>): () => Promise<T> {
  let latest: { atMs: number; result: Promise<T> } | null = null;
  return () => {
    const now = clock.now().getTime();
    if (latest === null || now - latest.atMs >= forMs) latest = { atMs: now, result: read() };
    return latest.result;
  };
}
