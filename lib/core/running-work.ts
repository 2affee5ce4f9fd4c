/**
 * Work that may outlast the call that started it: each piece once at a time, by its key, and awaited by the
 * owner of them all.
 */
export class RunningWork<Key> {
  readonly #running = new Map<Key, Promise<void>>();

  /** The number of pieces under way. */
  get size(): number {
    return this.#running.size;
  }

  /** True while the piece of that key is under way. */
  has(key: Key): boolean {
    return this.#running.has(key);
  }

  /** Starts a piece of work, unless that of its key is under way. @returns its end. */
  start(key: Key, work: () => Promise<void>): Promise<void> {
    const running = this.#running.get(key) ?? work().finally(() => this.#running.delete(key));
    this.#running.set(key, running);
    return running;
  }

  /** Resolves when nothing is under way. */
  async settle(): Promise<void> {
    while (this.size > 0) await Promise.allSettled(this.#running.values());
  }
}
