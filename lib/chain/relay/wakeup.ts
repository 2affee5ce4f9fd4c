/** A sleep that a notification or the abort ends early. A notification while nothing sleeps ends the next sleep at once. */
export class Wakeup {
  #isNotified = false;
  #wake: (() => void) | undefined;

  constructor(signal: AbortSignal) {
    signal.addEventListener("abort", () => this.notify());
  }

  /** Ends the current sleep, or else the next one. */
  notify(): void {
    this.#isNotified = true;
    this.#wake?.();
  }

  /** Sleeps until a notification, for `ms` milliseconds at most. */
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
