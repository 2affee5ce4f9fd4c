import { z } from "zod";
import { day } from "#lib/dashboard/day-range.ts";
import { dayMs, type Period, type Step, startOfDay, stepOf } from "#lib/domain/payments/statistics/period/period.ts";

/** The preset periods of the overview, in UTC. */
export const presets = ["today", "7d", "30d", "90d", "12m"] as const;

const maxDays = 1_096;
const outside = `must be at most ${maxDays} days (three years) before the end date`;

/** A preset, or a first and a last day, both included. The default is 30 days. */
export const periodInput = z
  .strictObject({
    period: z.enum(presets).optional(),
    from: day.optional(),
    to: day.optional(),
  })
  .refine(({ from, to }) => (from === undefined) === (to === undefined), {
    path: ["to"],
    error: "is required with a start date",
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    path: ["to"],
    error: "must be on or after the start date",
  })
  .refine(({ from, to }) => from === undefined || to === undefined || daysOf(from, to) <= maxDays, {
    path: ["from"],
    error: outside,
  });
export type PeriodInput = z.output<typeof periodInput>;

/** A period, the previous one, and the step size of both. */
export type Comparison = { now: Period; before: Period; step: Step };

/**
 * Returns the requested period and the previous one of the same length. A period still in progress is compared with the
 * same part of the previous one: today until ten with yesterday until ten.
 */
export function comparePeriods({ period = "30d", from, to }: PeriodInput, now: Date): Comparison {
  if (from !== undefined && to !== undefined) return compareDays(new Date(from), daysOf(from, to), now);
  const today = startOfDay(now);
  if (period === "12m") return compareMonths(today, now);
  const days = { today: 1, "7d": 7, "30d": 30, "90d": 90 }[period];
  return compareDays(new Date(today.getTime() - (days - 1) * dayMs), days, now);
}

function compareDays(from: Date, days: number, now: Date): Comparison {
  const lengthMs = days * dayMs;
  const period = { from, until: new Date(from.getTime() + lengthMs) };
  const passed = now >= period.from && now < period.until ? now : period.until;
  const before = { from: new Date(from.getTime() - lengthMs), until: new Date(passed.getTime() - lengthMs) };
  return { now: period, before, step: stepOf(period) };
}

/** The current month and the eleven before it. */
function compareMonths(today: Date, now: Date): Comparison {
  const monthsAgo = (months: number) => new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - months, 1));
  const from = monthsAgo(11);
  const sinceThisMonthMs = now.getTime() - monthsAgo(0).getTime();
  // February 29 is clamped to the end of a February without one.
  const until = new Date(Math.min(monthsAgo(12).getTime() + sinceThisMonthMs, from.getTime()));
  const period = { from, until: new Date(today.getTime() + dayMs) };
  return { now: period, before: { from: monthsAgo(23), until }, step: "month" };
}

function daysOf(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs + 1;
}
