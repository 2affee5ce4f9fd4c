/** Sleeps that a ring or the abort ends early; a ring that comes while nobody sleeps ends the next sleep at once. */
export class Wakeup {
  #isNotified = false;
  #wake: (() => void) | undefined;

  constructor(signal: AbortSignal) {
    signal.addEventListener("abort", () => this.notify());
  }

  /** Wakes who sleeps, or who is going to next. */
  notify(): void {
    this.#isNotified = true;
    this.#wake?.();
  }

  /** Sleeps so long at most. */
  async wait(ms: number): Promise<void> {
    if (!this.#isNotified) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#wake = undefined;
    this.#isNotified = false;
  }
}
