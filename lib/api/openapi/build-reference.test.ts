import { describe, expect, test } from "vitest";
import { errorDocs, reference as referenceOf } from "#lib/api/openapi/build-reference.ts";
import { allRoutes } from "#lib/api/routes/all-routes.ts";
import type { FieldDoc } from "#lib/api/schemas/reference.ts";
import { errorTable } from "#lib/edge/error-table.ts";
import { setEnv } from "#test/env/set-env.ts";

setEnv();
const reference = referenceOf("2026-02-18");
const operations = reference.groups.flatMap((group) => group.operations);

function operation(id: string) {
  const found = operations.find((one) => one.id === id);
  if (found === undefined) throw new Error(`${id} is not in the reference`);
  return found;
}

const object = (name: string) => reference.objects.find((one) => one.name === name)?.fields ?? [];

function field(fields: readonly FieldDoc[], ...path: string[]): FieldDoc | undefined {
  const [name, ...rest] = path;
  const found = fields.find((one) => one.name === name);
  return found === undefined || rest.length === 0 ? found : field(found.fields, ...rest);
}

describe("the reference", () => {
  test("has every operation in one group", () => {
    const ids = operations.map(({ id }) => id);
    expect(ids.toSorted()).toEqual(allRoutes.map((route) => route.operation.operationId).toSorted());
    expect(reference.groups.every((group) => group.operations.length > 0)).toBe(true);
  });

  test("has the operations in the order of their use, each at a place of its own", () => {
    const placed = allRoutes.map(({ operation: one }) => one);
    for (const { name, operations: shown } of reference.groups) {
      const places = shown.map(({ id }) => placed.find(({ operationId }) => operationId === id)?.place ?? -1);
      expect(places, name).toEqual([...new Set(places)].toSorted((a, b) => a - b));
    }
    const payments = reference.groups.find(({ name }) => name === "Payments")?.operations.map(({ id }) => id);
    expect(payments?.slice(0, 4)).toEqual(["createPayment", "getPaymentStatus", "getPayment", "cancelPayment"]);
  });

  test.each([
    ["createPayment", "Payments"],
    ["createPaymentAlias", "Payments"],
    ["listPaymentsOfMerchant", "Payments"],
    ["createRefund", "Payments"],
    ["createMerchant", "Merchants"],
    ["deleteCryptoSettlement", "Settlements"],
    ["confirmPayment", "Gateway"],
  ])("has %s under %s", (id, name) => {
    const group = reference.groups.find((one) => one.operations.some((each) => each.id === id));
    expect(group?.name).toBe(name);
  });

  test("describes a body's fields with their rules", () => {
    const { body } = operation("createPayment");
    expect(body?.isRequired).toBe(true);
    expect(field(body?.fields ?? [], "referenceId")).toMatchObject({
      type: "string",
      isRequired: true,
      rules: ["1 to 35 characters", "matches ^[A-Za-z0-9 /:.,+-]+$"],
    });
    const description = field(body?.fields ?? [], "description");
    expect(description?.rules).toEqual(["at most 500 characters", "a visible character, no control characters"]);
    expect(field(body?.fields ?? [], "expiresAt")).toMatchObject({ type: "integer or null", isRequired: false });
    expect(field(body?.fields ?? [], "amount", "value")).toMatchObject({ isRequired: true });
  });

  test("describes a response's fields through lists, nulls and shared schemas", () => {
    const { fields } = operation("getPaymentOptions").response;
    expect(field(fields, "options")?.type).toBe("list of PaymentOption or null");
    expect(field(fields, "options")).toMatchObject({ object: "PaymentOption", fields: [] });
    expect(field(object("PaymentOption"), "amount")?.object).toBe("Amount");
    expect(field(object("Display"), "decimals")).toMatchObject({ type: "integer", object: null });
    expect(field(object("PaymentInfo"), "status")).toMatchObject({ type: "string", object: null });
    expect(field(object("PaymentInfo"), "status")?.values).toContain("requires_action");
    expect(field(object("Payment"), "settlement", "settled")?.isRequired).toBe(true);
    expect(field(operation("getPaymentStatus").response.fields, "pollInMs")?.type).toBe("integer or null");
  });

  test("describes query parameters, lists included", () => {
    const { query } = operation("listPayments");
    expect(field(query, "status")).toMatchObject({
      type: "list of strings",
      values: ["requires_action", "processing", "succeeded", "failed", "expired"],
    });
    expect(field(query, "limit")).toMatchObject({ type: "integer", rules: ["1 to 200", "default 50"] });
    expect(field(query, "asset")?.isDeprecated).toBe(true);
  });

  test("states the credentials and permission", () => {
    expect(operation("createMerchant").credentials).toEqual([["Api-Key"]]);
    expect(operation("createPayment").credentials).toEqual([["Api-Key", "Merchant-Id"]]);
    expect(operation("confirmPayment").credentials).toEqual([["App-Id"], ["App-Id", "Client-Id"], ["Api-Key"]]);
    expect(operation("createPayment").permission).toBe("payments:write");
  });

  test("describes every object that it refers to", () => {
    const everywhere = [
      ...reference.objects.flatMap((one) => one.fields),
      ...operations.flatMap(({ body, response }) => [...(body?.fields ?? []), ...response.fields]),
    ];
    const named = (fields: readonly FieldDoc[]): string[] =>
      fields.flatMap((one) => [...(one.object === null ? [] : [one.object]), ...named(one.fields)]);
    const told = reference.objects.map(({ name }) => name);
    expect(named(everywhere).filter((name) => !told.includes(name))).toEqual([]);
  });

  test("shows each example as a command and its response", () => {
    const [first] = operation("createMerchant").examples;
    expect(first?.samples[0]?.code).toContain(`-H "Idempotency-Key: $(openssl rand -hex 16)"`);
    expect(JSON.parse(first?.response ?? "")).toMatchObject({ merchantName: "Corner Shop" });
  });

  test("selects a version that new accounts aren't pinned to in each of its commands", () => {
    const preview = "2026-02-19.preview";
    const samplesOf = (version: Parameters<typeof referenceOf>[0]) =>
      referenceOf(version).groups.flatMap((group) =>
        group.operations.flatMap((one) => one.examples.flatMap(({ samples }) => samples.map(({ code }) => code))),
      );
    expect(samplesOf(preview).filter((code) => !code.includes(preview))).toEqual([]);
    expect(samplesOf("2026-02-18").filter((code) => code.includes("Service-Version"))).toEqual([]);
  });
});

test("every error has its statuses, cause and remedy", () => {
  const docs = errorDocs();
  expect(docs.map(({ code }) => code)).toEqual(Object.keys(errorTable));
  const byCode = Object.fromEntries(docs.map((doc) => [doc.code, doc.statuses.map(({ status }) => status)]));
  expect(byCode).toMatchObject({ invalid_params: [400, 405, 408, 413, 415, 431], params_validation: [400, 422] });
  for (const { cause, remedy } of docs) for (const words of [cause, remedy]) expect(words).toMatch(/^[A-Z].*\.$/);
});
