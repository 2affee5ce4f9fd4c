import { describe, expect, test } from "vitest";
import { anyJson } from "#lib/api/schemas/gateway.ts";

describe("any JSON", () => {
  test.for([null, 1, "", "👩‍👩‍👧", [{ a: { b: [true] } }]])("may be %j", (value) => {
    expect(anyJson.parse(value)).toBe(value);
  });

  // Postgres refuses both in a jsonb column.
  test.for(["\0", "\ud83d", ["a", { b: "\ude00" }], { "\0": 1 }])("can't be %j", (value) => {
    expect(anyJson.safeParse(value).success).toBe(false);
  });
});
