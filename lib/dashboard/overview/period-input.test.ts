import { expect, test } from "vitest";
import { comparePeriods, type PeriodInput, periodInput } from "#lib/dashboard/overview/period-input.ts";

const now = new Date("2026-11-21T10:30:00Z");
const cases: [PeriodInput, string, string, string, string, string][] = [
  [{ period: "today" }, "2026-11-21T00:00", "2026-11-22T00:00", "2026-11-20T00:00", "2026-11-20T10:30", "hour"],
  [{ period: "7d" }, "2026-11-15T00:00", "2026-11-22T00:00", "2026-11-08T00:00", "2026-11-14T10:30", "day"],
  [{}, "2026-10-23T00:00", "2026-11-22T00:00", "2026-09-23T00:00", "2026-10-22T10:30", "day"],
  [{ period: "90d" }, "2026-08-24T00:00", "2026-11-22T00:00", "2026-05-26T00:00", "2026-08-23T10:30", "day"],
  [{ period: "12m" }, "2025-12-01T00:00", "2026-11-22T00:00", "2024-12-01T00:00", "2025-11-21T10:30", "month"],
  [
    { from: "2026-02-01", to: "2026-02-28" },
    "2026-02-01T00:00",
    "2026-03-01T00:00",
    "2026-01-04T00:00",
    "2026-02-01T00:00",
    "day",
  ],
];

test.for(cases)("%o is from %s until %s, compared with %s until %s, by %s", ([asked, ...expected]) => {
  const { now: period, before, step } = comparePeriods(asked, now);
  const told = [period.from, period.until, before.from, before.until].map((at) => at.toISOString().slice(0, 16));
  expect([...told, step]).toEqual(expected);
});

test("the last day of a leap February is compared with the whole previous February", () => {
  const { before } = comparePeriods({ period: "12m" }, new Date("2028-02-29T12:00:00Z"));
  expect(before.until.toISOString()).toBe("2027-03-01T00:00:00.000Z");
});

test.for([
  [{ from: "2026-02-01" }, "to"],
  [{ from: "2026-02-02", to: "2026-02-01" }, "to"],
  [{ from: "2020-01-01", to: "2026-02-01" }, "from"],
  [{ from: "yesterday", to: "2026-02-01" }, "from"],
  [{ from: "0001-01-01", to: "0001-01-02" }, "from"],
  [{ from: "9999-12-01", to: "9999-12-31" }, "to"],
  [{ period: "year" }, "period"],
] as const)("%o is rejected at %s", ([asked, field]) => {
  const { error } = periodInput.safeParse(asked);
  expect(error?.issues.map(({ path }) => path.join("."))).toContain(field);
});
