import { clock } from "#lib/core/clock.ts";

const tickMs = 20;

/**
 * A timer wheel: runs callbacks at their deadlines with a single timer, so that 10,000 held polls don't need 10,000 timers.
 * Callbacks run within two ticks of 20 ms after their deadline, never before it.
 */
export class DeadlineWheel {
  readonly #slots = new Map<number, Set<() => void>>();
  #timer: NodeJS.Timeout | undefined;

  /** Schedules `callback` at Unix milliseconds; returns a function that cancels it. */
  add(deadlineMs: number, callback: () => void): () => void {
    const tick = Math.ceil(deadlineMs / tickMs);
    const slot = this.#slots.get(tick) ?? new Set();
    this.#slots.set(tick, slot.add(callback));
    this.#timer ??= setInterval(() => this.#run(), tickMs);
    return () => {
      slot.delete(callback);
      if (slot.size === 0 && this.#slots.get(tick) === slot) this.#slots.delete(tick);
      this.#stopWhenEmpty();
    };
  }

  #run(): void {
    const nowTick = Math.floor(clock.now().getTime() / tickMs);
    const due = [...this.#slots].filter(([tick]) => tick <= nowTick);
    for (const [tick] of due) this.#slots.delete(tick);
    for (const [, slot] of due) for (const callback of slot) callback();
    this.#stopWhenEmpty();
  }

  #stopWhenEmpty(): void {
    if (this.#slots.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
