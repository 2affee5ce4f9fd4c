import { expect, test } from "vitest";
import { formatReceiptDate, formatTimeLeft, timeUnitLabels } from "#components/checkout/format-time.ts";
import { intlLocale, locales } from "#lib/core/locales.ts";

test.each(locales)("formats days, hours and minutes in %s as Intl does", (locale) => {
  const tag = intlLocale(locale);
  const labels = timeUnitLabels(tag);
  const intl = (unit: string, count: number) =>
    new Intl.NumberFormat(tag, { style: "unit", unit, unitDisplay: "narrow" }).format(count);
  for (let count = 1; count < 400; count += 1) {
    const hours = count % 24;
    const minutes = count % 60;
    const days = formatTimeLeft(count * 86_400 + hours * 3_600, labels);
    expect(days).toBe(`${intl("day", count)} ${intl("hour", hours)}`);
    if (hours === 0) continue;
    const underADay = formatTimeLeft(hours * 3_600 + minutes * 60 + 59, labels);
    expect(underADay).toBe(`${intl("hour", hours)} ${intl("minute", minutes)}`);
  }
});

test("formats the last hour as minutes and seconds", () => {
  const labels = timeUnitLabels("en");
  const formatted = [3_599, 607, 60, 9, 0].map((seconds) => formatTimeLeft(seconds, labels));
  expect(formatted).toEqual(["59:59", "10:07", "1:00", "0:09", "0:00"]);
});

test("dates a receipt in UTC", () => {
  expect(formatReceiptDate(new Date("2026-11-22T23:59:59Z"), "en")).toBe("November 22, 2026");
});
