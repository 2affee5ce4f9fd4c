/** The source of the current time, replaced in tests. */
export type Clock = { now(): Date };

let current: Clock = { now: () => new Date() };

/** The clock of the process. Rules take `now` as an argument; only entry points and use cases read the clock. */
export const clock: Clock = { now: () => current.now() };

/** Replaces the clock of the process, for tests; returns a function that restores the previous one. */
export function useClock(replacement: Clock): () => void {
  const previous = current;
  current = replacement;
  return () => {
    current = previous;
  };
}

/** Converts a time to whole Unix seconds, rounded down. */
export function toUnixSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
