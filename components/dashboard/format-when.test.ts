import { expect, test } from "vitest";
import { formatWhen } from "#components/dashboard/format-when.ts";

const at = "2026-11-20T23:31:05.000Z";

test.for([
  ["minute", "UTC", false, "20 Nov 2026, 23:31 UTC"],
  ["minute", "UTC", true, "20 Nov 2026, 23:31"],
  ["second", "Europe/Berlin", false, "21 Nov 2026, 00:31:05 CET"],
  ["day", "Europe/Berlin", false, "21 Nov 2026"],
  ["minute", "Asia/Kathmandu", false, "21 Nov 2026, 05:16 GMT+5:45"],
  ["minute", "Mars/Olympus", false, "20 Nov 2026, 23:31 UTC"],
] as const)("a time by %s in %s, bare: %s", ([precision, timeZone, isBare, shown]) => {
  expect(formatWhen(at, precision, timeZone, isBare)).toBe(shown);
});
