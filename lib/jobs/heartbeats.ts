/** Twice the timeout of a round that waits for slow nodes. */
const silentAfterMs = 120_000;
/** Work that takes this many times what it may isn't slow: it waits for something that won't come. */
const hungAfterTimes = 5;

/** Wraps work so that it is noticed when it doesn't end. */
export type Watch = <T>(name: string, work: () => Promise<T>, limitMs?: number) => () => Promise<T>;

/** Notes when the worker's loops start and end their work, so that one that hangs is noticed. Loops of one name share a beat. */
export class Heartbeats {
  readonly #rounds = new Map<string, Set<{ startedAtMs: number; limitMs: number }>>();

  /** Wraps a loop's work. @param limitMs the time that it may take; two minutes by default. */
  readonly around: Watch = (name, work, limitMs = silentAfterMs) => {
    const rounds = this.#rounds.get(name) ?? new Set();
    this.#rounds.set(name, rounds);
    return async () => {
      const round = { startedAtMs: performance.now(), limitMs };
      rounds.add(round);
      return work().finally(() => rounds.delete(round));
    };
  };

  /** Lists the loops whose work takes longer than it may. */
  findSilent(nowMs = performance.now()): string[] {
    return this.#findOlder(1, nowMs);
  }

  /** Lists the loops whose work takes five times longer than it may: only a new process helps. */
  findHung(nowMs = performance.now()): string[] {
    return this.#findOlder(hungAfterTimes, nowMs);
  }

  #findOlder(times: number, nowMs: number): string[] {
    return [...this.#rounds].flatMap(([name, rounds]) => {
      const late = [...rounds].filter(({ startedAtMs, limitMs }) => nowMs - startedAtMs > limitMs * times);
      if (late.length === 0) return [];
      const oldest = Math.min(...late.map(({ startedAtMs }) => startedAtMs));
      return [`${name} has made no progress for ${Math.round((nowMs - oldest) / 1_000)} s`];
    });
  }
}
