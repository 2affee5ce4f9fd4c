import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isTillError } from "#lib/core/errors.ts";
import { statusOf } from "#lib/edge/http-error.ts";
import { countKeys, isStorable, parseJson, shapeOf } from "#lib/edge/parse-json.ts";

describe("the shape of JSON text", () => {
  test.for([
    ["1", 0, 0, 0],
    ['"a,:{[\\":"', 0, 0, 0],
    ['"\\\\"', 0, 0, 0],
    ["{}", 0, 1, 1],
    ["[1,2,3]", 0, 3, 1],
    ["[[],{}]", 0, 4, 2],
    ['{"a":1,"a":2}', 2, 2, 1],
    ['{"a\\"b:":{"c":[":"]}}', 2, 3, 3],
    [' { "a" : "\\\\" , "b" : [ { } ] } ', 2, 4, 3],
  ] as const)("%s has %d keys, %d entries and %d levels", ([text, keys, entries, depth]) => {
    expect(shapeOf(text)).toEqual({ keys, entries, depth });
  });

  test("has as many keys as the parsed value, with any indentation", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat({ max: 4 }), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(shapeOf(text).keys).toBe(countKeys(JSON.parse(text)));
      }),
    );
  });

  test("is bounded for text that isn't JSON", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^["\\:{}[\]a]*$/), (text) => {
        expect(shapeOf(text).keys).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});

describe("a value that the database can store", () => {
  test.for(["", "日本 👩‍👩‍👧", 1, null, true, { a: ["\u{10ffff}"] }])("is %j", (value) => {
    expect(isStorable(value)).toBe(true);
  });

  test.for(["\0", "\ud800", "\udc00\ud800", { a: [{ b: "x\0" }] }, { "\udfff": 1 }])("is not %j", (value) => {
    expect(isStorable(value)).toBe(false);
  });
});

/** Returns the message that JSON text is refused with, or null when it is accepted. */
function refusalOf(text: string): string | null {
  try {
    parseJson(text);
    return null;
  } catch (error) {
    if (!isTillError(error)) throw error;
    expect([error.code, statusOf(error)]).toEqual(["invalid_params", 400]);
    return error.message;
  }
}

/** Returns JSON text with this many levels of nesting. */
const nested = (levels: number) => {
  const [opening, closing] = ["[", "]"].map((bracket) => bracket.repeat(levels - 1));
  return `{"a":${opening}1${closing}}`;
};

describe("JSON", () => {
  test("is parsed like JSON.parse does", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        expect(parseJson(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  test.for(["", " ", "{", "{'a':1}", "{a:1}", "[1,]", "NaN", "undefined", '{"a":1}{"b":2}', "\uFEFF{}"])(
    "is not %j",
    (text) => {
      expect(refusalOf(text)).toBe("The body isn't valid JSON.");
    },
  );

  test.for([
    '{"a":1,"a":1}',
    '{"a":1,"\\u0061":2}',
    '{"a":{"b":1},"c":1,"a":{}}',
    '[{"a":[{"b":1,"b":null}]}]',
    '{"__proto__":1,"__proto__":2}',
    '{"":1,"":2}',
  ])("can't repeat a key: %s", (text) => {
    expect(refusalOf(text)).toBe("The body repeats a key in the same object.");
  });

  test("can't repeat a key anywhere in any value", () => {
    const place = fc.tuple(fc.jsonValue({ maxDepth: 3 }), fc.string(), fc.jsonValue(), fc.jsonValue());
    fc.assert(
      fc.property(place, ([around, key, first, second]) => {
        const [name, one, two, outside] = [key, first, second, around].map((value) => JSON.stringify(value));
        expect(refusalOf(`[${outside},{"x":1,${name}:${one},"y":[],${name}:${two}}]`)).not.toBeNull();
      }),
    );
  });

  test.for(['{"a":1,"b":{"a":1}}', '[{"a":1},{"a":1}]', '{"a":"\\"a\\":1,\\"a\\":2"}', '{"a":1,"A":2}'])(
    "may repeat a key in another object or in a string: %s",
    (text) => {
      expect(refusalOf(text)).toBeNull();
    },
  );

  test("can have 32 levels at most", () => {
    expect(refusalOf(nested(32))).toBeNull();
    for (const levels of [33, 30_000]) {
      expect(refusalOf(nested(levels))).toBe("The body is nested deeper than 32 levels.");
    }
  });

  test("can have 2,000 keys and list entries at most, which are counted before it is parsed", () => {
    const list = (entries: number) => `[${"0,".repeat(entries - 1)}0]`;
    const object = (keys: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: keys }, (_, at) => [at, 0])));
    for (const make of [list, object]) {
      expect(refusalOf(make(2_000))).toBeNull();
      expect(refusalOf(make(2_001))).toBe("The body has more than 2000 keys and list entries.");
      expect(refusalOf(`${make(2_001)}}`)).toBe("The body has more than 2000 keys and list entries.");
    }
  });
});
