import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { type Definitions, type JsonSchema, toJsonSchema } from "#lib/api/openapi/to-json-schema.ts";
import { schemaIn } from "#lib/api/operation.ts";
import { serviceVersions } from "#lib/core/service-versions.ts";
import { queryObject } from "#lib/edge/parse-input.ts";
import { isStorable, parseJson } from "#lib/edge/parse-json.ts";
import { bodyValidator, shownOperation } from "#test/api/document.ts";
import { type Operation, operations } from "#test/api/operations.ts";
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

describe("the reference describes exactly the bodies that the operation accepts:", () => {
  test.for(withBody)("$name", ({ version, operation, schema }) => {
    const check = bodyValidator(version, operation);
    const isTaken = (body: unknown) => schemaIn(version, operation.body).safeParse(body).error?.issues ?? [];
    // The generator doesn't know the keywords that relate fields to each other.
    const allowed = anyValueOf(schema).filter((body) => !("oneOf" in schema) || check(body).length === 0);
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
        // A schema accepts integers that JavaScript can't represent (RFC 8259, 6, advises against sending them).
        fc.pre(isExact(body));
        // A schema can't tell valid text from invalid Unicode (RFC 8259, 8.2).
        fc.pre(isStorable(body));
        expect(isTaken(body).length === 0).toBe(check(body).length === 0);
      }),
      { numRuns: 200 },
    );
  });
});

/** Answers that belong to a payment or refund which says it, and that only a wallet reads. */
const ofWallets = ["fetchPaymentActions", "fetchRefundActions", "getRefundOptions"];

/** The names of the fields of an operation's answer, or of what its list contains. */
function fieldsOf({ response }: Operation): string[] {
  const definitions: Definitions = {};
  const propertiesOf = (schema: JsonSchema): Readonly<Record<string, JsonSchema>> => {
    const name = schema.$ref?.split("/").at(-1);
    return ((name === undefined ? schema : definitions[name])?.properties ?? {}) as Record<string, JsonSchema>;
  };
  const answer = propertiesOf(toJsonSchema(response.schema as z.ZodType, "output", definitions));
  const { items } = answer.data ?? {};
  return Object.keys(items === undefined ? answer : propertiesOf(items as JsonSchema));
}

test.for(operations.filter(({ operationId }) => !ofWallets.includes(operationId)))(
  "the answer to $operationId says which mode it is of",
  (operation) => {
    expect(fieldsOf(operation)).toContain("live");
  },
);

const queries = serviceVersions.flatMap((version) =>
  operations.flatMap((operation) =>
    shownOperation(version, operation)
      .parameters.filter((parameter) => parameter.in === "query")
      .map(({ name, schema }) => {
        const title = `${operation.operationId}, ${name}, ${version}`;
        return { title, name, schema, operation, version };
      }),
  ),
);

describe("the operation accepts the queries that the reference describes:", () => {
  // The reference describes CAIP-2 chain ids only in prose.
  test.for(queries.filter(({ name }) => name !== "network"))("$title", ({ name, schema, operation, version }) => {
    fc.assert(
      fc.property(anyValueOf(schema), (value) => {
        const texts = [value].flat().map(String);
        // Commas separate the values of a list.
        fc.pre(texts.length > 0 && (schema.type !== "array" || !texts.some((text) => text.includes(","))));
        const query = queryObject(new URLSearchParams(texts.map((text) => [name, text])));
        expect(schemaIn(version, operation.query).safeParse(query).error?.issues ?? []).toEqual([]);
      }),
    );
  });
});

/** Whether JavaScript can represent every integer of a parsed value. */
function isExact(value: unknown): boolean {
  if (typeof value === "number") return !Number.isInteger(value) || Number.isSafeInteger(value);
  return typeof value !== "object" || value === null || Object.values(value).every(isExact);
}

/** Returns the body as the operation parses it; null for a body that can't be parsed. */
function parseOrNull(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}
