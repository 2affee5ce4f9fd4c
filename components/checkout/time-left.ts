const units = ["day", "hour", "minute"] as const;

type Unit = (typeof units)[number];

/** Around the number of a unit: for one of it, and for any other number. */
export type TimeWords = Readonly<Record<Unit, readonly [one: string, other: string]>>;

/**
 * The narrow units of a language, for {@link sayTimeLeft}. Written by the server, because the browser's first
 * `Intl.NumberFormat` takes a phone longer than everything else that the open page does at its start.
 * @param locale a BCP 47 tag.
 */
export function timeWords(locale: string): TimeWords {
  const form = (unit: Unit, count: 1 | 2) =>
    new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "narrow" })
      .formatToParts(count)
      .map(({ type, value }) => (type === "integer" ? "{n}" : value))
      .join("");
  const pairs = units.map((unit) => [unit, [form(unit, 1), form(unit, 2)]] as const);
  return Object.fromEntries(pairs) as Record<Unit, readonly [string, string]>;
}

/** `2d 3h`, `3h 20m`, and below an hour `19:07`, as a language has it. */
export function sayTimeLeft(seconds: number, words: TimeWords): string {
  const say = (count: number, unit: Unit) => words[unit][count === 1 ? 0 : 1].replace("{n}", String(count));
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3_600) % 24,
    Math.floor(seconds / 60) % 60,
  ];
  if (days > 0) return `${say(days, "day")} ${say(hours, "hour")}`;
  if (hours > 0) return `${say(hours, "hour")} ${say(minutes, "minute")}`;
  return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
}
