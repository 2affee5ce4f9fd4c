import type { QueryInput } from "#lib/dashboard/rpc/contract.ts";

export type Step = "hour" | "day" | "month";

const formats: Record<Step, { short: Intl.DateTimeFormat; long: Intl.DateTimeFormat }> = {
  hour: {
    short: format({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" }),
    long: format({ day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" }),
  },
  day: {
    short: format({ day: "numeric", month: "short" }),
    long: format({ weekday: "short", day: "numeric", month: "short", year: "numeric" }),
  },
  month: { short: format({ month: "short" }), long: format({ month: "long", year: "numeric" }) },
};

function format(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("en-GB", { ...options, timeZone: "UTC" });
}

/** The label of a step on the axis. */
export function shortStep(step: Step, at: string): string {
  return formats[step].short.format(new Date(at));
}

/** The full name of a step; an hour carries its time zone. */
export function longStep(step: Step, at: string): string {
  return `${formats[step].long.format(new Date(at))}${step === "hour" ? " UTC" : ""}`;
}

const whole = format({ day: "numeric", month: "short", year: "numeric" });
const withTime = format({
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});
const dayMs = 24 * 3_600_000;

/** The first and last day of a period, with the time when it ends within a day. */
export function periodWords({ from, until }: { from: string; until: string }): string {
  const end = new Date(until);
  const isWhole = end.getTime() % dayMs === 0;
  const last = isWhole ? whole.format(new Date(end.getTime() - dayMs)) : withTime.format(end);
  const first = whole.format(new Date(from));
  return first === last ? first : `${first} – ${last}`;
}

const previousPeriods = {
  today: "previous day",
  "7d": "previous 7 days",
  "30d": "previous 30 days",
  "90d": "previous 90 days",
  "12m": "previous 12 months",
} as const;

/** The name of the period that the figures are compared with, such as `previous 30 days`. */
export function previousPeriodWords({ period = "30d", from, to }: QueryInput<"overview.figures">): string {
  if (from === undefined || to === undefined) return previousPeriods[period];
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  return days === 1 ? "previous day" : `previous ${days} days`;
}
