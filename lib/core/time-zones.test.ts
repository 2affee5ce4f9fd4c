import { expect, test } from "vitest";
import { timeZones } from "#lib/core/time-zones.ts";

test("every time zone can be used in a format, by its present name", () => {
  expect(timeZones.length).toBeGreaterThan(300);
  for (const timeZone of timeZones) expect(() => new Intl.DateTimeFormat("en", { timeZone })).not.toThrow();
  expect(timeZones).toEqual(expect.arrayContaining(["Asia/Kathmandu", "Europe/Kyiv", "Europe/Berlin"]));
  expect(timeZones).not.toContain("Europe/Kiev");
});
