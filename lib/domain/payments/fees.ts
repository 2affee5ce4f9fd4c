import { type AtomicAmount, multiplyUp, type Ratio } from "#lib/core/money.ts";

/** A partner's schedule: a fixed part in smallest units of a currency, and parts per million of the amount. */
export type FeeSchedule = { currency: string; fixed: AtomicAmount; partsPerMillion: number };

/**
 * The fee on an amount, in the amount's own smallest units. Each part is rounded up, so that the treasury never
 * keeps less than the schedule says; together they are at most two units above it.
 * @param fixedRatio turns the schedule's currency into the amount's unit.
 */
export function feeOn(amount: AtomicAmount, schedule: FeeSchedule, fixedRatio: Ratio): AtomicAmount {
  const fixed = multiplyUp(schedule.fixed, fixedRatio);
  const percentage = multiplyUp(amount, { numerator: BigInt(schedule.partsPerMillion), denominator: 1_000_000n });
  return fixed + percentage;
}
