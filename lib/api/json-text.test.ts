import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countKeys, isStorable, shapeOf } from "#lib/api/json-text.ts";

describe("the shape of JSON text", () => {
  test.for([
    ["1", 0, 0],
    ['"a:{[\\":"', 0, 0],
    ['"\\\\"', 0, 0],
    ["{}", 0, 1],
    ["[[],{}]", 0, 2],
    ['{"a":1,"a":2}', 2, 1],
    ['{"a\\"b:":{"c":[":"]}}', 2, 3],
    [' { "a" : "\\\\" , "b" : [ { } ] } ', 2, 3],
  ] as const)("%s has %d keys and %d levels", ([text, keys, depth]) => {
    expect(shapeOf(text)).toEqual({ keys, depth });
  });

  test("has as many keys as the value that was made of it, however it is written", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat({ max: 4 }), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(shapeOf(text).keys).toBe(countKeys(JSON.parse(text)));
      }),
    );
  });

  test("ends for text that is no JSON", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^["\\:{}[\]a]*$/), (text) => {
        expect(shapeOf(text).keys).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});

describe("what a database takes", () => {
  test.for(["", "日本 👩‍👩‍👧", 1, null, true, { a: ["\u{10ffff}"] }])("is %j", (value) => {
    expect(isStorable(value)).toBe(true);
  });

  test.for(["\0", "\ud800", "\udc00\ud800", { a: [{ b: "x\0" }] }, { "\udfff": 1 }])("is not %j", (value) => {
    expect(isStorable(value)).toBe(false);
  });
});
