/** A range of creation times: from the start of a UTC day, until any moment (exclusive). */
export type Period = { from: Date; until: Date };

/** The resolution of a report. Months are calendar months; the first and the last may be partial. */
export type Step = "hour" | "day" | "month";

export const dayMs = 24 * 3_600_000;
const maxDaysByDay = 92;

/** Returns the start of a moment's UTC day. */
export function startOfDay(at: Date): Date {
  return new Date(Math.floor(at.getTime() / dayMs) * dayMs);
}

/** Chooses the resolution for a period. */
export function stepOf({ from, until }: Period): Step {
  const days = (until.getTime() - from.getTime()) / dayMs;
  if (days <= 1) return "hour";
  return days <= maxDaysByDay ? "day" : "month";
}

/** Lists the starts of a period's steps, in order; of a month, its first day. */
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
