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

/** A step as an axis names it. */
export function shortStep(step: Step, at: string): string {
  return formats[step].short.format(new Date(at));
}

/** A step by itself; an hour with its zone. */
export function longStep(step: Step, at: string): string {
  return `${formats[step].long.format(new Date(at))}${step === "hour" ? " UTC" : ""}`;
}

const whole = format({ day: "numeric", month: "short", year: "numeric" });
const withTime = format({
  ...{ day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
});
const dayMs = 24 * 3_600_000;

/** First and last day of a period; with the time where it ends within a day. */
export function periodWords({ from, until }: { from: string; until: string }): string {
  const end = new Date(until);
  const isWhole = end.getTime() % dayMs === 0;
  const last = isWhole ? whole.format(new Date(end.getTime() - dayMs)) : withTime.format(end);
  const first = whole.format(new Date(from));
  return first === last ? first : `${first} – ${last}`;
}
