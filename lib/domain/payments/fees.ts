import { type AtomicAmount, multiplyUp, type Ratio } from "#lib/core/money.ts";

/** A partner's fee schedule: a fixed part in smallest units of a currency, plus parts per million of the amount. */
export type FeeSchedule = { currency: string; fixed: AtomicAmount; partsPerMillion: number };

/**
 * Returns the fee on an amount, in the amount's own smallest units. Rounds each part up, so that the fee recipient never gets
 * less than the schedule; the result is less than two units above the exact fee.
 * @param fixedRatio converts the schedule's currency to the amount's unit.
 */
export function feeOn(amount: AtomicAmount, schedule: FeeSchedule, fixedRatio: Ratio): AtomicAmount {
  const fixed = multiplyUp(schedule.fixed, fixedRatio);
  const percentage = multiplyUp(amount, { numerator: BigInt(schedule.partsPerMillion), denominator: 1_000_000n });
  return fixed + percentage;
}

/**
 * Returns the smallest amount that exceeds its own fee, in the amount's smallest units.
 * @param fixedRatio converts the schedule's currency to the amount's unit.
 */
export function minAboveFees({ fixed, partsPerMillion }: FeeSchedule, fixedRatio: Ratio): AtomicAmount {
  // The part after the percentage, rounded down, must exceed the fixed part.
  const rest = multiplyUp(fixed, fixedRatio) + 1n;
  return multiplyUp(rest, { numerator: 1_000_000n, denominator: 1_000_000n - BigInt(partsPerMillion) });
}
