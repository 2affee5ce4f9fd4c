/** Tells the time to rules and records; replaced in tests by one that stands still. */
export type Clock = { now(): Date };

let current: Clock = { now: () => new Date() };

/** The one clock of the process. Rules take `now` as an argument; only entry points and use cases read it here. */
export const clock: Clock = { now: () => current.now() };

/** Replaces the process's clock; returns a function that puts the former one back. For tests. */
export function useClock(replacement: Clock): () => void {
  const former = current;
  current = replacement;
  return () => {
    current = former;
  };
}

/** Whole Unix seconds of a time, rounded down. */
export function toUnixSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
