/** Twice the timeout of a round that waits for slow nodes. */
const silentAfterMs = 120_000;

/** Notes when the worker's loops start and end their work, so that one that hangs is noticed. Loops of one name share a beat. */
export class Heartbeats {
  readonly #rounds = new Map<string, Set<{ startedAtMs: number }>>();

  /** Wraps a loop's work. */
  around(name: string, work: () => Promise<void>): () => Promise<void> {
    const rounds = this.#rounds.get(name) ?? new Set();
    this.#rounds.set(name, rounds);
    return async () => {
      const round = { startedAtMs: performance.now() };
      rounds.add(round);
      await work().finally(() => rounds.delete(round));
    };
  }

  /** Lists the loops whose work has taken longer than two minutes. */
  findSilent(nowMs = performance.now()): string[] {
    return [...this.#rounds].flatMap(([name, rounds]) => {
      const oldest = Math.min(...[...rounds].map(({ startedAtMs }) => startedAtMs));
      const seconds = Math.round((nowMs - oldest) / 1_000);
      return nowMs - oldest > silentAfterMs ? [`${name} has made no progress for ${seconds} s`] : [];
    });
  }
}
