/** The output of one step, written while other steps run. */
export type OutputGroup = {
  write(chunk: Buffer | string): void;
  /** Marks the group as complete. */
  end(): void;
};

/**
 * Keeps the output of steps that run at the same time apart. The oldest unfinished group is shown live; the others are
 * held back and shown whole, in the order in which they were opened.
 */
export function groupOutput(show: (chunk: Buffer | string) => void): (title: string) => OutputGroup {
  const waiting: { chunks: (Buffer | string)[]; hasEnded: boolean }[] = [];
  const flush = (): void => {
    for (let first = waiting[0]; first; first = waiting[0]) {
      for (const chunk of first.chunks.splice(0)) show(chunk);
      if (!first.hasEnded) return;
      waiting.shift();
    }
  };
  return (title) => {
    const group = { chunks: [`\n${`── ${title} `.padEnd(80, "─")}\n`] as (Buffer | string)[], hasEnded: false };
    waiting.push(group);
    flush();
    return {
      write(chunk) {
        group.chunks.push(chunk);
        flush();
      },
      end() {
        group.hasEnded = true;
        flush();
      },
    };
  };
}
