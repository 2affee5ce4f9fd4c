import fc from "fast-check";
import { decodeTime } from "ulid";
import { describe, expect, test } from "vitest";
import { idPrefixes, isId, lowestId, newAscendingIds, newId } from "#lib/core/ids.ts";

const anyTime = fc.date({ min: new Date(1), max: new Date("2200-01-01"), noInvalidDate: true });

describe("a new id", () => {
  test("has its prefix and a ULID of 26 characters that contains its time", () => {
    fc.assert(
      fc.property(fc.constantFrom(...idPrefixes), anyTime, (prefix, now) => {
        const id = newId(prefix, now);
        expect(id).toMatch(new RegExp(`^${prefix}_[0-9A-HJKMNP-TV-Z]{26}$`));
        expect(decodeTime(id.slice(prefix.length + 1))).toBe(now.getTime());
      }),
    );
  });

  test("sorts as text by its time", () => {
    fc.assert(
      fc.property(anyTime, fc.integer({ min: 1, max: 1_000_000_000 }), (earlier, gapMs) => {
        const later = new Date(earlier.getTime() + gapMs);
        expect(newId("pay", earlier) < newId("pay", later)).toBe(true);
      }),
    );
  });

  test("is unique, even within one millisecond", () => {
    const now = new Date("2026-11-21T12:00:00.000Z");
    expect(new Set(Array.from({ length: 1_000 }, () => newId("opt", now))).size).toBe(1_000);
  });
});

describe("an id", () => {
  test("matches only its own prefix", () => {
    for (const prefix of idPrefixes) {
      const id = newId(prefix, new Date());
      expect(idPrefixes.filter((each) => isId(each, id))).toEqual([prefix]);
    }
  });

  test.for([
    ["no prefix", "01KAKR0E8Z8D0RZJ8C2E2G4M6N"],
    ["another case", "pay_01kakr0e8z8d0rzj8c2e2g4m6n"],
    ["25 characters", "pay_01KAKR0E8Z8D0RZJ8C2E2G4M6"],
    ["27 characters", "pay_01KAKR0E8Z8D0RZJ8C2E2G4M6N0"],
    ["a letter outside ULID's alphabet", "pay_01KAKR0E8Z8D0RZJ8C2E2G4M6I"],
    ["a time that does not fit 48 bits", "pay_8ZZZZZZZZZZZZZZZZZZZZZZZZZ"],
    ["a trailing line break", "pay_01KAKR0E8Z8D0RZJ8C2E2G4M6N\n"],
    ["a zero byte", "pay_01KAKR0E8Z8D0RZJ8C2E2G4M6\0"],
    ["no characters", ""],
  ] as const)("with %s is refused", ([, text]) => {
    expect(isId("pay", text)).toBe(false);
  });
});

describe("ordered ids", () => {
  test("are in the order of their creation within a millisecond, and in that of their times otherwise", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anyTime, fc.integer({ min: 1, max: 20 })), { maxLength: 20 }), (calls) => {
        const made = calls.flatMap(([now, count]) => newAscendingIds("evt", count, now).map((id) => ({ id, now })));
        expect(new Set(made.map(({ id }) => id)).size).toBe(made.length);
        for (const [index, { id, now }] of made.entries()) {
          expect(isId("evt", id)).toBe(true);
          expect(decodeTime(id.slice(4))).toBe(now.getTime());
          const next = made[index + 1];
          if (next !== undefined && next.now.getTime() >= now.getTime()) expect(next.id > id).toBe(true);
          expect(id >= lowestId("evt", now)).toBe(true);
          expect(id < lowestId("evt", new Date(now.getTime() + 1))).toBe(true);
        }
      }),
    );
  });
});
