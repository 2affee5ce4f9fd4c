import fc from "fast-check";
import { expect, test } from "vitest";
import { percentsOf } from "#components/dashboard/overview/shares.tsx";

test("thirds add to 100 %", () => {
  expect(percentsOf([1n, 1n, 1n])).toEqual([33.4, 33.3, 33.3]);
  expect(percentsOf([0n, 0n])).toEqual([0, 0]);
  expect(percentsOf([])).toEqual([]);
});

test("percentages add to 100 % and are less than 0.1 % off, for any parts", () => {
  const parts = fc.array(fc.bigInt({ min: 0n, max: 10n ** 30n }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(parts, (given) => {
      const total = given.reduce((sum, part) => sum + part, 0n);
      fc.pre(total > 0n);
      const percents = percentsOf(given);
      expect(percents.reduce((sum, percent) => sum + Math.round(percent * 10), 0)).toBe(1_000);
      for (const [index, part] of given.entries()) {
        const exact = Number((part * 10n ** 12n) / total) / 10 ** 10;
        expect(Math.abs((percents[index] ?? 0) - exact)).toBeLessThan(0.1 + 1e-9);
      }
    }),
  );
});
