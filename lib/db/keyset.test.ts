import { describe, expect, test } from "vitest";
import { type Keyset, keysetCondition, keysetOrder, keysetValues, takePage } from "#lib/db/keyset.ts";

const newest: Keyset = { column: "p.created_at", type: "timestamptz", id: "p.id", direction: "desc" };
const smallest: Keyset = { column: "p.amount", type: "numeric", id: "p.id", direction: "asc" };

describe("a keyset", () => {
  test("continues below the last row of a descending list, and above that of an ascending one", () => {
    expect(keysetCondition(newest, 3)).toBe("(p.created_at, p.id) < ($3::timestamptz, $4::text)");
    expect(keysetCondition(smallest, 1)).toBe("(p.amount, p.id) > ($1::numeric, $2::text)");
  });

  test("breaks ties in the direction of the list", () => {
    expect(keysetOrder(newest)).toBe("p.created_at desc, p.id desc");
    expect(keysetOrder(smallest)).toBe("p.amount asc, p.id asc");
  });

  test("starts before the first row", () => {
    expect(keysetValues(newest, null)).toEqual(["infinity", ""]);
    expect(keysetValues(smallest, null)).toEqual(["-infinity", ""]);
    expect(keysetValues(smallest, ["12", "pay_1"])).toEqual(["12", "pay_1"]);
  });
});

describe("a page", () => {
  const positionOf = (n: number) => [String(n), `id_${n}`] as const;

  test("with one row too many drops it and returns the position of its last row", () => {
    expect(takePage([5, 4, 3], 2, positionOf)).toEqual({ rows: [5, 4], next: ["4", "id_4"] });
  });

  test.for([[[5, 4]], [[5]], [[]]])("of %j is the last page", ([rows]) => {
    expect(takePage(rows as number[], 2, positionOf)).toEqual({ rows, next: null });
  });
});
