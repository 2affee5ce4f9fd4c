import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRouteTable } from "#lib/api/route-table.ts";
import { allRoutes } from "#lib/api/routes/all-routes.ts";
import { setEnv } from "#test/env/set-env.ts";

setEnv();
const table = createRouteTable(allRoutes);

function found(method: string, path: string) {
  const match = table.match(method, path);
  return match.kind === "found" ? [match.route.operation.operationId, { ...match.params }] : match.kind;
}

describe("the route table", () => {
  test("finds every operation at its path; ids and paths are unique", () => {
    for (const { operation } of allRoutes) {
      const path = operation.path.replaceAll(/\{\w+\}/g, "x");
      expect(found(operation.method, path)).toEqual([operation.operationId, expect.anything()]);
    }
    const places = allRoutes.map(({ operation }) => `${operation.method} ${operation.path}`);
    expect(new Set(places).size).toBe(allRoutes.length);
    expect(new Set(allRoutes.map(({ operation }) => operation.operationId)).size).toBe(allRoutes.length);
  });

  test("returns the parameters by name, decoded once", () => {
    expect(found("GET", "/v1/payments/pay_1/status")).toEqual(["getPaymentStatus", { id: "pay_1" }]);
    expect(found("GET", "/v1/gateway/payment/https%3A%2F%2Ftill.example%2Fpay%2Fpay_1")).toEqual([
      "getGatewayPayment",
      { id: "https://till.example/pay/pay_1" },
    ]);
    expect(found("GET", "/v1/gateway/payment/https%253A%252F%252Ftill.example%252Fpay%252Fpay_1")).toEqual([
      "getGatewayPayment",
      { id: "https%3A%2F%2Ftill.example%2Fpay%2Fpay_1" },
    ]);
  });

  test("accepts links as ids, up to 4,096 characters", () => {
    expect(found("GET", `/v1/gateway/payment/${"x".repeat(4_096)}`)).toEqual([
      "getGatewayPayment",
      { id: "x".repeat(4_096) },
    ]);
    expect(found("GET", `/v1/gateway/payment/${"x".repeat(4_097)}`)).toBe("not_found");
  });

  test("answers HEAD as GET", () => {
    expect(found("HEAD", "/v1/payments/pay_1")).toEqual(["getPayment", { id: "pay_1" }]);
    expect(found("HEAD", "/v1/merchants/mrch_1/settlements/crypto")).toBe("wrong_method");
  });

  test.for([
    ["DELETE", "/v1/payments/pay_1", "GET, HEAD, OPTIONS"],
    ["PUT", "/v1/payments", "POST, OPTIONS"],
    ["POST", "/v1/gateway/payment/pay_1", "GET, HEAD, OPTIONS"],
    ["BREW", "/v1/payments/pay_1/status", "GET, HEAD, OPTIONS"],
    ["get", "/v1/payments/pay_1", "GET, HEAD, OPTIONS"],
  ] as const)("lists the allowed methods for %s %s", ([method, path, allow]) => {
    expect(table.match(method, path)).toEqual({ kind: "wrong_method", allow: expect.stringContaining(allow) });
  });

  test.for([
    "/v1",
    "/v1/",
    "/",
    "",
    "/v1/nothing",
    "/v1/payments/",
    "/v1//payments",
    "/v1/payments/pay_1/",
    "/v1/payments/pay_1/status/x",
    "/v1/payments/a/b",
    "/V1/payments",
    "/v1/Payments",
    "/v1/payments/%",
    "/v1/payments/%zz",
    "/v1/payments/../merchants",
    "*",
  ])("has no route at %j", (path) => {
    expect(table.match("GET", path).kind).not.toBe("found");
  });

  test("never throws for any method and path", () => {
    fc.assert(
      fc.property(fc.string(), fc.webPath(), fc.string({ unit: "binary" }), (method, path, tail) => {
        expect(table.match(method, path).kind).toBeOneOf(["found", "wrong_method", "not_found"]);
        expect(table.match(method, `/v1/payments/${tail}`).kind).toBeOneOf(["found", "wrong_method", "not_found"]);
      }),
    );
  });
});
