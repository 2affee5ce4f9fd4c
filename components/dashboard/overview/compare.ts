/** The change of a figure since the previous period: its direction, and a phrase such as `12.4% vs previous 30 days`. */
export type Difference = { direction: "up" | "down" | "same"; words: string };

/**
 * Compares two counts or amounts by their relative change.
 * @param previous name of the period compared with, such as `previous 30 days`.
 */
export function compareAmounts(now: bigint, before: bigint, previous: string): Difference {
  if (now === before) return { direction: "same", words: `No change vs ${previous}` };
  const direction = now > before ? "up" : "down";
  if (before === 0n) return { direction, words: `from 0 in the ${previous}` };
  // A percentage of a negative amount, or across zero, would mislead.
  if (now < 0n || before < 0n) return { direction, words: `vs ${previous}` };
  const size = ((now > before ? now - before : before - now) * 1_000n) / before;
  const percent = size === 0n ? "under 0.1%" : `${formatPerMille(size)}%`;
  return { direction, words: `${percent} vs ${previous}` };
}

/** Succeeded payments out of all completed ones. */
export type Rate = { succeeded: number; ended: number };

/** Compares two rates in percentage points. @param previous as in {@link compareAmounts}. */
export function compareRates(now: Rate, before: Rate, previous: string): Difference {
  if (now.ended === 0) return { direction: "same", words: "No completed payments yet" };
  if (before.ended === 0) return { direction: "same", words: `None completed in the ${previous}` };
  const difference = perMilleOf(now) - perMilleOf(before);
  if (difference === 0n) return { direction: "same", words: `No change vs ${previous}` };
  const points = formatPerMille(difference < 0n ? -difference : difference);
  return { direction: difference > 0n ? "up" : "down", words: `${points} points vs ${previous}` };
}

/** A rate as a percentage with one decimal, rounded down so that 100% means all of them; null without completed payments. */
export function formatRate(rate: Rate): string | null {
  return rate.ended === 0 ? null : `${formatPerMille(perMilleOf(rate))}%`;
}

function perMilleOf({ succeeded, ended }: Rate): bigint {
  return (BigInt(succeeded) * 1_000n) / BigInt(ended);
}

/** 1234 → `123`, 123 → `12.3`, 120 → `12`, with thousands separators. */
function formatPerMille(perMille: bigint): string {
  const tenths = perMille % 10n;
  const whole = new Intl.NumberFormat("en").format(perMille / 10n);
  return perMille >= 1_000n && perMille !== 1_000n ? whole : `${whole}${tenths === 0n ? "" : `.${tenths}`}`;
}
