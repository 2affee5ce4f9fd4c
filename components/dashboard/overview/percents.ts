/**
 * Returns each part's percentage of the sum, with one decimal; together they are exactly 100, because the largest remainders are
 * rounded up. All are 0 for a sum of 0. Parts may not be negative.
 */
export function percentsOf(parts: readonly bigint[]): number[] {
  const total = parts.reduce((sum, part) => sum + part, 0n);
  if (total === 0n) return parts.map(() => 0);
  const tenths = parts.map((part) => Number((part * 1_000n) / total));
  const missing = 1_000 - tenths.reduce((sum, tenth) => sum + tenth, 0);
  const remainder = (index: number) => ((parts[index] ?? 0n) * 1_000n) % total;
  const byRemainder = parts
    .map((_, index) => index)
    .sort((a, b) => {
      if (remainder(a) === remainder(b)) return a - b;
      return remainder(a) < remainder(b) ? 1 : -1;
    });
  const roundedUp = new Set(byRemainder.slice(0, missing));
  return tenths.map((tenth, index) => (tenth + (roundedUp.has(index) ? 1 : 0)) / 10);
}
