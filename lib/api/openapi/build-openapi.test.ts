import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, test } from "vitest";
import type { OpenApiOperation } from "#lib/api/openapi/build-openapi.ts";
import { errorsOf } from "#lib/api/openapi/declared-errors.ts";
import { examplesOf } from "#lib/api/openapi/examples-of.ts";
import type { JsonSchema } from "#lib/api/openapi/to-json-schema.ts";
import { schemaIn } from "#lib/api/operation.ts";
import { answerSchemaOf } from "#lib/api/versions/answers.ts";
import { eventTypes } from "#lib/core/event-types.ts";
import { serviceVersions } from "#lib/core/service-versions.ts";
import { errorTable } from "#lib/edge/error-table.ts";
import {
  answerValidator,
  bodyValidator,
  documents,
  parameterValidator,
  shownOperation,
  validator,
} from "#test/api/document.ts";
import { operations as allOperations } from "#test/api/operations.ts";

const operations = serviceVersions.flatMap((version) =>
  allOperations.map((operation) => {
    const shown = shownOperation(version, operation);
    return { version, operation, shown, name: `${operation.operationId}, ${version}` };
  }),
);

const exchanges = operations.flatMap(({ name, version, operation, shown }) =>
  examplesOf(operation, version).map((example) => ({
    name: `${name}: ${example.name}`,
    version,
    operation,
    shown,
    example,
  })),
);

const requestSchema = ({ requestBody }: OpenApiOperation) => requestBody?.content["application/json"].schema;
const responseSchema = ({ responses }: OpenApiOperation, status: number) =>
  responses[status]?.content["application/json"].schema;

test.each(serviceVersions)("the document of %s is OpenAPI 3.1", async (version) => {
  const validation = new Validator();
  const { valid, errors } = await validation.validate(structuredClone(documents[version]));
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
  expect(validation.version).toBe("3.1");
  expect(documents[version].info.version).toBe(version);
});

test("every operation is in every document, once, under its own id", () => {
  for (const version of serviceVersions) {
    const ids = Object.values(documents[version].paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(ids.toSorted()).toEqual(allOperations.map(({ operationId }) => operationId).toSorted());
    expect(new Set(ids).size).toBe(ids.length);
  }
});

test.each(operations.filter(({ operation }) => operation.method === "DELETE"))(
  "a repeated deletion is promised the same response by the operation and its field alike: $name",
  ({ shown }) => {
    const schema = responseSchema(shown, 200) as { properties: { deleted: JsonSchema } };
    const isPromised = shown.description?.includes("Repeating the call returns the same response.") === true;
    expect(schema.properties.deleted.description?.includes("also when it was already deleted") === true).toBe(
      isPromised,
    );
  },
);

describe("every operation", () => {
  test.each(operations)("has an example: $name", ({ operation, version }) => {
    expect(examplesOf(operation, version).length).toBeGreaterThan(0);
  });

  test.each(operations)("has schemas that compile: $name", ({ shown, operation, version }) => {
    for (const status of Object.keys(shown.responses)) {
      expect(() => answerValidator(version, operation, status)).not.toThrow();
    }
    for (const index of shown.parameters.keys()) {
      expect(() => parameterValidator(version, operation, index)).not.toThrow();
    }
    if (shown.requestBody !== undefined) expect(() => bodyValidator(version, operation)).not.toThrow();
  });

  test.each(operations)("declares exactly the parameters of its path: $name", ({ shown, operation }) => {
    const named = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(shown.parameters.filter((one) => one.in === "path").map(({ name }) => name)).toEqual(named);
  });

  test.each(operations)("documents the declared statuses, each with its codes: $name", ({ shown, operation }) => {
    const declared = errorsOf(operation).map(({ status, codes }) => [String(status), codes]);
    const answered = Object.entries(shown.responses).filter(([status]) => Number(status) >= 400);
    expect(answered.map(([status, { content }]) => [status, codesOf(content["application/json"].schema)])).toEqual(
      declared,
    );
    expect(shown.responses).toHaveProperty(String(operation.response.status));
  });
});

function codesOf(schema: JsonSchema): unknown {
  const narrowed = schema.allOf?.[1] as JsonSchema | undefined;
  return (narrowed?.properties?.code as JsonSchema | undefined)?.enum;
}

describe("an example", () => {
  test.each(exchanges)("has a valid request: $name", ({ example, operation, version }) => {
    expect(operation.params.safeParse(example.params ?? {}).error).toBeUndefined();
    expect(schemaIn(version, operation.query).safeParse(example.query ?? {}).error).toBeUndefined();
    expect(schemaIn(version, operation.body).safeParse(example.body).error).toBeUndefined();
    if (example.body !== undefined) expect(bodyValidator(version, operation)(example.body)).toEqual([]);
  });

  test.each(exchanges)("has a valid response without unknown fields: $name", (exchange) => {
    const { example, operation, version } = exchange;
    // Parsing drops unknown fields, so any would make the two differ.
    expect(answerSchemaOf(operation, version).parse(example.response)).toEqual(example.response);
    expect(answerValidator(version, operation, operation.response.status)(example.response)).toEqual([]);
  });

  test.each(exchanges.filter(({ example }) => isRecord(example.body)))(
    "is refused with an unknown field, by the operation and by its JSON schema: $name",
    ({ example, operation, version }) => {
      const body = { ...(isRecord(example.body) ? example.body : {}), unknown: 1 };
      expect(schemaIn(version, operation.body).safeParse(body).success).toBe(false);
      expect(bodyValidator(version, operation)(body)).not.toEqual([]);
    },
  );
});

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

const parametersAt = (path: string, method: string) => documents["2026-02-18"].paths[path]?.[method]?.parameters ?? [];
const described = (path: string, method: string, name: string) =>
  parametersAt(path, method).find((one) => one.name === name)?.description;

test.for([
  ["/v1/events", "get"],
  ["/v1/events/{id}", "get"],
  ["/v1/payments/{id}/cancel", "post"],
  ["/v1/refunds", "post"],
  ["/v1/refunds/{id}/cancel", "post"],
] as const)("the optional Merchant-Id of %s narrows what the request reaches", ([path, method]) => {
  expect(described(path, method, "Merchant-Id")).toBe(
    "If sent, the request reaches only what belongs to this merchant, which must be one of yours.",
  );
});

test.for([
  ["/v1/payments", "post", "the version your account is pinned to"],
  ["/v1/gateway/payment/{id}/options", "post", "the version the payment's account is pinned to"],
  ["/v1/refund-requests/{token}/options", "post", "2026-02-18 with an App-Id"],
] as const)("Service-Version of %s names the version that it defaults to", ([path, method, words]) => {
  expect(described(path, method, "Service-Version")).toContain(words);
});

test("a payment has a checkout in the preview only", () => {
  const bodies = serviceVersions.map((version) => {
    const shown = documents[version].paths["/v1/payments"]?.post;
    const checkout = (shown && requestSchema(shown))?.properties?.checkout;
    return (checkout as JsonSchema).anyOf?.map((part) => (part as JsonSchema).type) ?? (checkout as JsonSchema).type;
  });
  expect(bodies).toEqual(["null", ["object", "null"]]);
});

test.for(serviceVersions)("no pattern of %s needs a regex flag, and includePaymentInfo is a boolean", (version) => {
  const patterns = new Set<string>();
  JSON.stringify(documents[version], (name, value) => {
    if (name === "pattern" && typeof value === "string") patterns.add(value);
    return value;
  });
  expect(patterns.size).toBeGreaterThan(3);
  for (const pattern of patterns) {
    expect(pattern).not.toMatch(/\\[pPu]\{/);
    for (const text of ["x", "👛", "\ud800", "a\u0000b", " ", "12"]) {
      expect(new RegExp(pattern).test(text), `${pattern} on ${JSON.stringify(text)}`).toBe(
        new RegExp(pattern, "u").test(text),
      );
    }
  }
  const parameters = documents[version].paths["/v1/gateway/payment/{id}/options"]?.post?.parameters ?? [];
  const shown = parameters.find(({ name }) => name === "includePaymentInfo");
  expect(shown?.schema).toEqual({ type: "boolean", default: false });
});

test.for(serviceVersions.flatMap((version) => eventTypes.map((type) => [version, type] as const)))(
  "the document of %s has a webhook for %s, whose example is an event with exactly its resources",
  ([version, type]) => {
    const { example, schema } = documents[version].webhooks[type]?.post.requestBody.content["application/json"] ?? {};
    const body = ["requestBody", "content", "application/json", "schema"];
    expect(validator(version, "webhooks", type, "post", ...body)(example)).toEqual([]);
    expect(validator(version, "components", "schemas", "Event")(example)).toEqual([]);
    const { data } = schema?.properties ?? {};
    expect(Object.keys((example as { data: object }).data)).toEqual((data as JsonSchema).required);
  },
);

test("an error's code is one of a closed list", () => {
  const check = validator("2026-02-18", "components", "schemas", "Error");
  for (const code of Object.keys(errorTable)) expect(check({ code, message: "x" })).toEqual([]);
  expect(check({ code: "teapot", message: "x" })).not.toEqual([]);
});

describe("descriptions", () => {
  const seen: { name: string; owner: string; description: string | undefined }[] = [];
  for (const { shown, operation } of operations) {
    for (const { name, description } of shown.parameters)
      seen.push({ name, owner: operation.operationId, description });
    for (const schema of [requestSchema(shown), responseSchema(shown, operation.response.status)]) {
      collect(schema, operation.operationId);
    }
  }
  for (const { components } of Object.values(documents)) {
    for (const [name, schema] of Object.entries(components.schemas)) collect(schema, name);
  }

  function collect(schema: JsonSchema | undefined, owner: string): void {
    for (const part of [...(schema?.anyOf ?? []), ...(schema?.items ? [schema.items] : [])]) {
      collect(part as JsonSchema, owner);
    }
    for (const [name, field] of Object.entries(schema?.properties ?? {})) {
      seen.push({ name, owner, description: (field as JsonSchema).description });
      collect(field as JsonSchema, name);
    }
  }

  test("exist for every field", () => {
    const missing = seen.filter(({ description }) => description === undefined);
    expect([...new Set(missing.map(({ owner, name }) => `${owner}.${name}`))]).toEqual([]);
  });

  test("are sentences", () => {
    for (const { description } of seen) expect(description).toMatch(/^[A-Z0-9].*\.$/);
  });
});
