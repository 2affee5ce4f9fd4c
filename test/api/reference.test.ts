import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bodySchemaOf } from "#lib/api/operation.ts";
import { serviceVersions } from "#lib/core/service-versions.ts";
import { queryObject } from "#lib/edge/parse-input.ts";
import { isStorable, parseJson } from "#lib/edge/parse-json.ts";
import { bodyValidator, shownOperation } from "#test/api/document.ts";
import { operations } from "#test/api/operations.ts";
import { anyBrokenJson } from "#test/arbitrary/broken-json.ts";
import { anyValueOf } from "#test/arbitrary/json-schema.ts";
import { setEnv } from "#test/env/set-env.ts";

setEnv();

const withBody = serviceVersions.flatMap((version) =>
  operations.flatMap((operation) => {
    const { requestBody } = shownOperation(version, operation);
    if (requestBody === undefined) return [];
    const schema = requestBody.content["application/json"].schema;
    const name = `${operation.operationId}, ${version}`;
    return { name, version, operation, schema };
  }),
);

describe("the reference says of a body exactly what the operation takes:", () => {
  test.for(withBody)("$name", ({ version, operation, schema }) => {
    const check = bodyValidator(version, operation);
    const isTaken = (body: unknown) => bodySchemaOf(operation.body, version).safeParse(body).error?.issues ?? [];
    const allowed = anyValueOf(schema);
    fc.assert(
      fc.property(allowed, (body) => {
        expect(check(body)).toEqual([]);
        expect(isTaken(body)).toEqual([]);
      }),
      { numRuns: 200 },
    );
    fc.assert(
      fc.property(anyBrokenJson(allowed), (text) => {
        const body = parseOrNull(text);
        // Whole numbers that JavaScript can't hold are whole numbers to a schema (RFC 8259, 6: don't send such).
        fc.pre(isExact(body));
        // A schema does not tell text from what is none (RFC 8259, 8.2).
        fc.pre(isStorable(body));
        expect(isTaken(body).length === 0).toBe(check(body).length === 0);
      }),
      { numRuns: 200 },
    );
  });
});

const queries = operations.flatMap((operation) =>
  shownOperation("2026-02-18", operation)
    .parameters.filter((parameter) => parameter.in === "query")
    .map(({ name, schema }) => ({ title: `${operation.operationId}, ${name}`, name, schema, operation })),
);

describe("the operation takes what the reference says of a query:", () => {
  // Of a CAIP-2 chain id the reference tells in words.
  test.for(queries.filter(({ name }) => name !== "network"))("$title", ({ name, schema, operation }) => {
    fc.assert(
      fc.property(anyValueOf(schema), (value) => {
        const texts = [value].flat().map(String);
        // In a list a comma parts two values.
        fc.pre(texts.length > 0 && (schema.type !== "array" || !texts.some((text) => text.includes(","))));
        const query = queryObject(new URLSearchParams(texts.map((text) => [name, text])));
        expect(operation.query.safeParse(query).error?.issues ?? []).toEqual([]);
      }),
    );
  });
});

/** True when JavaScript can hold every whole number in a parsed value. */
function isExact(value: unknown): boolean {
  if (typeof value === "number") return !Number.isInteger(value) || Number.isSafeInteger(value);
  return typeof value !== "object" || value === null || Object.values(value).every(isExact);
}

/** The body as the operation parses it; null for a body that is not read. */
function parseOrNull(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}
