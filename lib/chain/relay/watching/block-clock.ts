/**
 * Schedules requests for the chain's head: seldom while no block is due, often around the time one is, so that a block is
 * seen soon after it exists without asking the node fifty times for it.
 */
export class BlockClock {
  #head = -1n;
  #changedAtMs = 0;
  #intervalMs: number;
  readonly #usualMs: number;

  /** @param usualMs the registry's block time, which a moving average of observed ones replaces. */
  constructor(usualMs: number) {
    this.#usualMs = usualMs;
    this.#intervalMs = usualMs;
  }

  /** Records the head. @returns true when it differs from the last one, lower heads included. */
  observe(head: bigint, nowMs: number): boolean {
    if (head === this.#head) return false;
    const blocks = Number(head - this.#head);
    if (this.#head >= 0n && blocks > 0) {
      const sampleMs = (nowMs - this.#changedAtMs) / blocks;
      const boundedMs = Math.min(2 * this.#usualMs, Math.max(this.#usualMs / 8, sampleMs));
      this.#intervalMs = 0.7 * this.#intervalMs + 0.3 * boundedMs;
    }
    this.#head = head;
    this.#changedAtMs = nowMs;
    return true;
  }

  /** Returns milliseconds to wait before the next request. */
  pauseMs(nowMs: number): number {
    const sinceMs = nowMs - this.#changedAtMs;
    const seldomMs = Math.min(500, Math.max(20, this.#intervalMs / 5));
    const oftenMs = Math.min(100, Math.max(15, this.#intervalMs / 50));
    const dueMs = 0.9 * this.#intervalMs - sinceMs;
    if (dueMs > 0) return Math.max(oftenMs, Math.min(seldomMs, dueMs));
    return sinceMs < 1.5 * this.#intervalMs ? oftenMs : seldomMs;
  }
}
