import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { parseJson, queryObject, validate } from "#lib/api/validate.ts";
import { isTillError } from "#lib/core/errors.ts";

const schema = z.strictObject({
  name: z.string(),
  amount: z.strictObject({ value: z.string() }).optional(),
  settlements: z.array(z.strictObject({ asset: z.string() })).optional(),
});

/** The fields that a value is refused for, in order. */
function fieldsOf(value: unknown, of: z.ZodType = schema): string[] {
  try {
    validate(of, value);
  } catch (error) {
    if (!isTillError(error)) throw error;
    expect([error.code, error.status]).toEqual(["params_validation", 400]);
    return (error.issues ?? []).map(({ field }) => field);
  }
  return [];
}

describe("a value that does not fit is refused by its fields:", () => {
  test.for([
    ["a missing one", {}, ["name"]],
    ["one of another type", { name: 1 }, ["name"]],
    ["one inside another", { name: "x", amount: { value: 1 } }, ["amount.value"]],
    ["one inside a list, by its place", { name: "x", settlements: [{ asset: "a" }, {}] }, ["settlements.1.asset"]],
    ["an unknown one", { name: "x", status: "succeeded" }, ["status"]],
    ["each unknown one", { name: "x", status: 1, partnerId: 2 }, ["status", "partnerId"]],
    ["an unknown one inside another", { name: "x", amount: { value: "1", sign: 1 } }, ["amount.sign"]],
    ["everything that is wrong at once", { amount: {}, extra: 1 }, ["name", "amount.value", "extra"]],
    ["the value as a whole", "text", [""]],
    ["nothing at all", undefined, [""]],
    ["a list for an object", [], [""]],
    ["null", null, [""]],
  ] as const)("%s", ([, value, fields]) => {
    expect(fieldsOf(value)).toEqual(fields);
  });

  test.for(["__proto__", "constructor", "prototype", "hasOwnProperty", "toString"])(
    "an unknown one named %s",
    (key) => {
      expect(fieldsOf(parseJson(`{"name":"x","${key}":{"isAdmin":true}}`))).toEqual([key]);
      expect(fieldsOf(parseJson(`{"name":"x","amount":{"value":"1","${key}":1}}`))).toEqual([`amount.${key}`]);
      expect(fieldsOf(queryObject(new URLSearchParams({ [key]: "1" })), z.strictObject({}))).toEqual([key]);
    },
  );
});

test("a value that fits is given as the schema reads it", () => {
  expect(validate(z.strictObject({ n: z.string().transform(Number) }), { n: "7" })).toEqual({ n: 7 });
});

test("nothing that is parsed reaches the prototype of objects", () => {
  const open = z.object({ name: z.string() });
  const parsed: object = validate(open, parseJson('{"name":"x","__proto__":{"isAdmin":true}}'));
  expect(parsed).toEqual({ name: "x" });
  expect("isAdmin" in parsed).toBe(false);
  expect("isAdmin" in {}).toBe(false);
});

describe("query parameters", () => {
  test("are texts, and lists of texts where a key is repeated", () => {
    const query = new URLSearchParams("a=1&b=2&b=3&c=");
    expect(queryObject(query)).toEqual({ a: "1", b: ["2", "3"], c: "" });
  });

  test("of which one is repeated are refused where one text is asked for", () => {
    const asked = z.strictObject({ maxPollMs: z.string().optional() });
    expect(fieldsOf(queryObject(new URLSearchParams("maxPollMs=1&maxPollMs=2")), asked)).toEqual(["maxPollMs"]);
  });
});

/** The sentence that JSON text is refused with; null when it is read. */
function refusalOf(text: string): string | null {
  try {
    parseJson(text);
    return null;
  } catch (error) {
    if (!isTillError(error)) throw error;
    expect([error.code, error.status]).toEqual(["invalid_params", 400]);
    return error.message;
  }
}

/** A number inside so many lists and objects, one in the other. */
const nested = (levels: number) => {
  const [opening, closing] = ["[", "]"].map((bracket) => bracket.repeat(levels - 1));
  return `{"a":${opening}1${closing}}`;
};

describe("JSON", () => {
  test("is read as it is", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        expect(parseJson(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  test.for(["", " ", "{", "{'a':1}", "{a:1}", "[1,]", "NaN", "undefined", '{"a":1}{"b":2}', "\uFEFF{}"])(
    "is not %j",
    (text) => {
      expect(refusalOf(text)).toBe("The body is not valid JSON.");
    },
  );

  test.for([
    '{"a":1,"a":1}',
    '{"a":1,"\\u0061":2}',
    '{"a":{"b":1},"c":1,"a":{}}',
    '[{"a":[{"b":1,"b":null}]}]',
    '{"__proto__":1,"__proto__":2}',
    '{"":1,"":2}',
  ])("does not name a key twice, as %s", (text) => {
    expect(refusalOf(text)).toBe("The body names a key twice in the same object.");
  });

  test("names a key twice in no place of any value", () => {
    const place = fc.tuple(fc.jsonValue({ maxDepth: 3 }), fc.string(), fc.jsonValue(), fc.jsonValue());
    fc.assert(
      fc.property(place, ([around, key, first, second]) => {
        const [name, one, two, outside] = [key, first, second, around].map((value) => JSON.stringify(value));
        expect(refusalOf(`[${outside},{"x":1,${name}:${one},"y":[],${name}:${two}}]`)).not.toBeNull();
      }),
    );
  });

  test.for(['{"a":1,"b":{"a":1}}', '[{"a":1},{"a":1}]', '{"a":"\\"a\\":1,\\"a\\":2"}', '{"a":1,"A":2}'])(
    "may name it again in another object, or in a text, as %s",
    (text) => {
      expect(refusalOf(text)).toBeNull();
    },
  );

  test("has no more than 32 levels", () => {
    expect(refusalOf(nested(32))).toBeNull();
    for (const levels of [33, 30_000]) {
      expect(refusalOf(nested(levels))).toBe("The body is nested deeper than 32 levels.");
    }
  });
});
