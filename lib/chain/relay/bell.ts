/** Sleeps that a ring or the abort ends early; a ring that comes while nobody sleeps ends the next sleep at once. */
export class Bell {
  #isRung = false;
  #wake: (() => void) | undefined;

  constructor(signal: AbortSignal) {
    signal.addEventListener("abort", () => this.ring());
  }

  /** Wakes who sleeps, or who is going to next. */
  ring(): void {
    this.#isRung = true;
    this.#wake?.();
  }

  /** Sleeps so long at most. */
  async wait(ms: number): Promise<void> {
    if (!this.#isRung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#wake = undefined;
    this.#isRung = false;
  }
}
