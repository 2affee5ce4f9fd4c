import { expect, test } from "vitest";
import { sayTimeLeft, timeWords } from "#components/checkout/time-left.ts";
import { intlLocale, locales } from "#components/language/locales.ts";

test.each(locales)("says in %s what Intl says of every number of days, hours and minutes", (locale) => {
  const tag = intlLocale(locale);
  const words = timeWords(tag);
  const intl = (unit: string, count: number) =>
    new Intl.NumberFormat(tag, { style: "unit", unit, unitDisplay: "narrow" }).format(count);
  for (let count = 1; count < 400; count += 1) {
    const hours = count % 24;
    const minutes = count % 60;
    expect(sayTimeLeft(count * 86_400 + hours * 3_600, words)).toBe(`${intl("day", count)} ${intl("hour", hours)}`);
    if (hours === 0) continue;
    expect(sayTimeLeft(hours * 3_600 + minutes * 60 + 59, words)).toBe(
      `${intl("hour", hours)} ${intl("minute", minutes)}`,
    );
  }
});

test("counts the last hour in minutes and seconds", () => {
  const words = timeWords("en");
  expect([3_599, 607, 60, 9, 0].map((seconds) => sayTimeLeft(seconds, words))).toEqual([
    ...["59:59", "10:07", "1:00", "0:09", "0:00"],
  ]);
});
