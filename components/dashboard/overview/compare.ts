/** How a figure stands to the one before: which way, and by how much in words. */
export type Difference = { direction: "up" | "down" | "same"; words: string };

/** Compares two counts or amounts by their share of the one before. `more` and `less` say it, as "more" and "fewer". */
export function compareAmounts(now: bigint, before: bigint, less: "less" | "fewer"): Difference {
  if (now === before) return { direction: "same", words: now === 0n ? "None before either" : "The same as before" };
  if (before === 0n) return { direction: "up", words: "None before" };
  const perMille = ((now - before) * 1_000n) / before;
  const size = perMille < 0n ? -perMille : perMille;
  const percent = size === 0n ? "under 0.1%" : `${formatPerMille(size)}%`;
  return now > before
    ? { direction: "up", words: `${percent} more than before` }
    : { direction: "down", words: `${percent} ${less} than before` };
}

/** A share of a whole. */
export type Rate = { succeeded: number; ended: number };

/** Compares two rates by percentage points, which is what differences of percentages are. */
export function compareRates(now: Rate, before: Rate): Difference {
  if (now.ended === 0) return { direction: "same", words: "Nothing has ended yet" };
  if (before.ended === 0) return { direction: "same", words: "Nothing had ended before" };
  const difference = perMilleOf(now) - perMilleOf(before);
  if (difference === 0n) return { direction: "same", words: "The same as before" };
  const points = formatPerMille(difference < 0n ? -difference : difference);
  return difference > 0n
    ? { direction: "up", words: `${points} points higher than before` }
    : { direction: "down", words: `${points} points lower than before` };
}

/** A rate as a percentage with one digit behind the point, rounded down, so that 100% is all of them; null of nothing. */
export function formatRate(rate: Rate): string | null {
  return rate.ended === 0 ? null : `${formatPerMille(perMilleOf(rate))}%`;
}

function perMilleOf({ succeeded, ended }: Rate): bigint {
  return (BigInt(succeeded) * 1_000n) / BigInt(ended);
}

/** 1234 → `123.4`, 1230 → `123`, with groups. */
function formatPerMille(perMille: bigint): string {
  const tenths = perMille % 10n;
  const whole = new Intl.NumberFormat("en").format(perMille / 10n);
  return perMille >= 1_000n && perMille !== 1_000n ? whole : `${whole}${tenths === 0n ? "" : `.${tenths}`}`;
}
