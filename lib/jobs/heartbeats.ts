/** Twice the timeout of a round that waits for slow nodes. */
const silentAfterMs = 120_000;

/** Notes when the worker's loops start and end their work, so that one that hangs is noticed. Loops of one name share a beat. */
export class Heartbeats {
  readonly #startedAtMs = new Map<string, Set<number>>();

  /** Wraps a loop's work. */
  around(name: string, work: () => Promise<void>): () => Promise<void> {
    const started = this.#startedAtMs.get(name) ?? new Set();
    this.#startedAtMs.set(name, started);
    return async () => {
      // Distinct also for loops that start in the same moment.
      let startedAtMs = performance.now();
      while (started.has(startedAtMs)) startedAtMs += 0.001;
      started.add(startedAtMs);
      await work().finally(() => started.delete(startedAtMs));
    };
  }

  /** Lists the loops whose work has taken longer than two minutes. */
  findSilent(nowMs = performance.now()): string[] {
    return [...this.#startedAtMs].flatMap(([name, started]) => {
      const oldest = Math.min(...started);
      const seconds = Math.round((nowMs - oldest) / 1_000);
      return nowMs - oldest > silentAfterMs ? [`${name} has made no progress for ${seconds} s`] : [];
    });
  }
}
