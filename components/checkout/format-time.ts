const units = ["day", "hour", "minute"] as const;

type Unit = (typeof units)[number];

/** Labels of each unit with `{n}` for the number: one for the singular, one for every other number. */
export type TimeUnitLabels = Readonly<Record<Unit, readonly [one: string, other: string]>>;

/**
 * Returns a language's narrow unit labels for {@link formatTimeLeft}. Call it on the server: creating the first
 * `Intl.NumberFormat` in a phone's browser takes longer than everything else the page does at startup.
 * @param locale a BCP 47 tag.
 */
export function timeUnitLabels(locale: string): TimeUnitLabels {
  const label = (unit: Unit, count: 1 | 2) =>
    new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "narrow" })
      .formatToParts(count)
      .map(({ type, value }) => (type === "integer" ? "{n}" : value))
      .join("");
  const pairs = units.map((unit) => [unit, [label(unit, 1), label(unit, 2)]] as const);
  return Object.fromEntries(pairs) as Record<Unit, readonly [string, string]>;
}

/** Formats a duration as `2d 3h` or `3h 20m` with the language's labels, and under an hour as `19:07`. */
export function formatTimeLeft(seconds: number, labels: TimeUnitLabels): string {
  const withUnit = (count: number, unit: Unit) => labels[unit][count === 1 ? 0 : 1].replace("{n}", String(count));
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor(seconds / 3_600) % 24;
  const minutes = Math.floor(seconds / 60) % 60;
  if (days > 0) return `${withUnit(days, "day")} ${withUnit(hours, "hour")}`;
  if (hours > 0) return `${withUnit(hours, "hour")} ${withUnit(minutes, "minute")}`;
  return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Formats the date on a receipt, in UTC so that the buyer's records and the merchant's show the same day. */
export function formatReceiptDate(paidAt: Date, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(paidAt);
}
