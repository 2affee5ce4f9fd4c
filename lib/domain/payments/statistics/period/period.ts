/** A time of payments' creation: from the beginning of a UTC day, until any moment (exclusive). */
export type Period = { from: Date; until: Date };

/** What a period is shown in. Months are those of the calendar; the first and the last may be parts. */
export type Step = "hour" | "day" | "month";

export const dayMs = 24 * 3_600_000;
const mostDaysOfDays = 92;

/** The beginning of a moment's UTC day. */
export function startOfDay(at: Date): Date {
  return new Date(Math.floor(at.getTime() / dayMs) * dayMs);
}

/** The steps that a period is best shown in. */
export function stepOf({ from, until }: Period): Step {
  const days = (until.getTime() - from.getTime()) / dayMs;
  if (days <= 1) return "hour";
  return days <= mostDaysOfDays ? "day" : "month";
}

/** The beginnings of a period's steps, in order; of months, the first of each. */
export function stepsOf({ from, until }: Period, step: Step): Date[] {
  const steps: Date[] = [];
  let at = step === "month" ? new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), 1)) : from;
  while (at < until) {
    steps.push(at);
    at =
      step === "month"
        ? new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1))
        : new Date(at.getTime() + (step === "day" ? dayMs : 3_600_000));
  }
  return steps;
}
