import { describe, expect, test } from "vitest";
import { z } from "zod";
import { isTillError } from "#lib/core/errors.ts";
import { statusOf } from "#lib/edge/http-error.ts";
import { parseBody, parseInput, parseQuery, queryObject } from "#lib/edge/parse-input.ts";
import { parseJson } from "#lib/edge/parse-json.ts";

const schema = z.strictObject({
  name: z.string(),
  amount: z.strictObject({ value: z.string() }).optional(),
  settlements: z.array(z.strictObject({ asset: z.string() })).optional(),
});

/** Returns the fields that a value is refused for, in order. */
function fieldsOf(value: unknown, of: z.ZodType = schema): string[] {
  try {
    parseInput(of, value);
  } catch (error) {
    if (!isTillError(error)) throw error;
    expect([error.code, statusOf(error)]).toEqual(["params_validation", 400]);
    return (error.issues ?? []).map(({ field }) => field);
  }
  return [];
}

describe("an invalid value is refused with its fields:", () => {
  test.for([
    ["a missing field", {}, ["name"]],
    ["a field of another type", { name: 1 }, ["name"]],
    ["a nested field", { name: "x", amount: { value: 1 } }, ["amount.value"]],
    ["a field in a list, by its index", { name: "x", settlements: [{ asset: "a" }, {}] }, ["settlements.1.asset"]],
    ["an unknown field", { name: "x", status: "succeeded" }, ["status"]],
    ["several unknown fields", { name: "x", status: 1, partnerId: 2 }, ["status", "partnerId"]],
    ["an unknown nested field", { name: "x", amount: { value: "1", sign: 1 } }, ["amount.sign"]],
    ["several kinds of errors at once", { amount: {}, extra: 1 }, ["name", "amount.value", "extra"]],
    ["text for an object", "text", [""]],
    ["undefined", undefined, [""]],
    ["a list for an object", [], [""]],
    ["null", null, [""]],
  ] as const)("%s", ([, value, fields]) => {
    expect(fieldsOf(value)).toEqual(fields);
  });

  test.for(["__proto__", "constructor", "prototype", "hasOwnProperty", "toString"])(
    "an unknown field named %s",
    (key) => {
      expect(fieldsOf(parseJson(`{"name":"x","${key}":{"isAdmin":true}}`))).toEqual([key]);
      expect(fieldsOf(parseJson(`{"name":"x","amount":{"value":"1","${key}":1}}`))).toEqual([`amount.${key}`]);
      expect(fieldsOf(queryObject(new URLSearchParams({ [key]: "1" })), z.strictObject({}))).toEqual([key]);
    },
  );
});

test.for([
  ["a union", z.union([z.string(), z.array(z.string())]), 7, "must be a string, or must be a list"],
  ["a union of objects", z.union([z.object({ a: z.int() }), z.null()]), {}, "a is required, or must be null"],
  ["a step", z.int().multipleOf(5), 7, "must be a multiple of 5"],
  ["a rule of our own", z.string().refine(() => false), "x", "breaks a rule that the API reference names for it"],
] as const)("a message names the rule: %s", ([, kind, value, words]) => {
  expect(() => parseInput(z.object({ it: kind }), { it: value })).toThrow(`it ${words}`);
});

test.for([
  ["a missing body", schema, undefined, "The body is required"],
  ["a body where none is taken", z.undefined(), {}, "The body must be empty"],
  ["text for an object", schema, "text", "The body must be an object"],
  ["a wrong field", schema, {}, "name is required"],
] as const)("a message about a body says so: %s", ([, kind, value, words]) => {
  expect(() => parseBody(kind, value)).toThrow(words);
});

test("a valid value is returned as the schema transforms it", () => {
  expect(parseInput(z.strictObject({ n: z.string().transform(Number) }), { n: "7" })).toEqual({ n: 7 });
});

test("parsed input can't change Object.prototype", () => {
  const open = z.object({ name: z.string() });
  const parsed: object = parseInput(open, parseJson('{"name":"x","__proto__":{"isAdmin":true}}'));
  expect(parsed).toEqual({ name: "x" });
  expect("isAdmin" in parsed).toBe(false);
  expect("isAdmin" in {}).toBe(false);
});

describe("query parameters", () => {
  test("are strings, and lists of strings if a key is repeated", () => {
    const query = new URLSearchParams("a=1&b=2&b=3&c=");
    expect(queryObject(query)).toEqual({ a: "1", b: ["2", "3"], c: "" });
  });

  test("are refused if repeated where a single string is expected", () => {
    const asked = z.strictObject({ maxPollMs: z.string().optional() });
    expect(fieldsOf(queryObject(new URLSearchParams("maxPollMs=1&maxPollMs=2")), asked)).toEqual(["maxPollMs"]);
  });

  test.for([
    ["a single string", { limit: z.string() }],
    ["one of some strings", { limit: z.enum(["5", "6"]) }],
  ] as const)("that are repeated are refused with what to change: %s", ([, shape]) => {
    const repeated = queryObject(new URLSearchParams("limit=5&limit=6"));
    expect(() => parseQuery(z.object(shape), repeated)).toThrow("limit must be given once");
    expect(() => parseQuery(z.object({ limit: z.array(z.string()).max(1) }), repeated)).toThrow(
      "limit must have at most 1 entry",
    );
  });

  test("are at most 1,000, which are looked up once", () => {
    const query = (count: number) =>
      new URLSearchParams(Array.from({ length: count }, (_, at) => [`k${at % 600}`, "1"]));
    const most = query(1_000);
    most.getAll = () => expect.unreachable();
    expect(Object.keys(queryObject(most))).toHaveLength(600);
    expect(() => queryObject(query(1_001))).toThrow("The query has 1001 parameters. Send at most 1000.");
  });
});

test("of many problems, the first twenty are listed, and all are counted", () => {
  const value = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`x${at}`, 1]));
  expect(fieldsOf({ name: "x", ...value })).toEqual(Array.from({ length: 20 }, (_, at) => `x${at}`));
  expect(() => parseInput(schema, { name: "x", ...value })).toThrow("x0 is not a known field (and 499 more)");
});
