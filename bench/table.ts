/** Reports progress on standard error; standard output has the tables only. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** A figure of each round, in the same order for every subject. */
export type Rounds = readonly number[];

/**
 * Starts a Markdown table. @returns a function that prints a row.
 * @throws Error, from the function, when a row doesn't fit the columns.
 */
export function printTable(
  title: string,
  columns: readonly string[],
): (...cells: readonly (string | number)[]) => void {
  const line = (cells: readonly (string | number)[]) => void process.stdout.write(`| ${cells.join(" | ")} |\n`);
  process.stdout.write(`\n${title}\n\n`);
  line(columns);
  line(columns.map((_, index) => (index === 0 ? "---" : "---:")));
  return (...cells) => {
    if (cells.length !== columns.length) throw new Error(`a row of ${title} has ${cells.length} cells: ${cells}`);
    line(cells);
  };
}

/**
 * Returns a quantile of some numbers, 0 to 1. @throws Error when one of them is missing: only what was
 * measured is printed.
 */
export function quantile(values: Rounds, part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const found = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
  if (found === undefined) throw new Error("nothing was measured");
  if (!values.every(Number.isFinite)) throw new Error(`a figure wasn't measured: ${values}`);
  return found;
}

/** Writes the median of rounds, with the lowest and the highest when they differ. */
export function spread(rounds: Rounds): string {
  const [lowest, median, highest] = [0, 0.5, 1].map((part) => short(quantile(rounds, part)));
  return lowest === highest ? String(median) : `${median} (${lowest}–${highest})`;
}

/** The quotient of two subjects in each round. */
export function ratios(ours: Rounds, baseline: Rounds): number[] {
  return ours.map((value, round) => value / (baseline[round] ?? Number.NaN));
}

/** Writes a target and whether the median meets it. */
export function verdict(rounds: Rounds, target: { atMost: number } | { atLeast: number }): string {
  const median = quantile(rounds, 0.5);
  const [isMet, text] =
    "atMost" in target
      ? [median <= target.atMost, `≤ ${target.atMost}`]
      : [median >= target.atLeast, `≥ ${target.atLeast}`];
  return isMet ? text : `${text}, **missed**`;
}

/** Three significant digits. */
function short(value: number): string {
  return value >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}
