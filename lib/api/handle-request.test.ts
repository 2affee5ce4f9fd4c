import { describe, expect, onTestFinished, test, vi } from "vitest";
import { endDraining, startDraining } from "#lib/api/draining.ts";
import { handleRequest } from "#lib/api/handle-request.ts";
import { createRouteTable } from "#lib/api/route-table.ts";
import { allRoutes } from "#lib/api/routes/all-routes.ts";
import { makeRequest, type RequestFields } from "#test/api/make-request.ts";
import { setEnv } from "#test/env/set-env.ts";

setEnv();
const table = createRouteTable(allRoutes);
const answer = async (fields: RequestFields) => {
  const { status, headers, body } = await handleRequest(table, makeRequest(fields));
  return { status, headers, code: body === null ? null : JSON.parse(body).code };
};

describe("every response", () => {
  test.for([
    ["for an unknown path", { url: "/v1/nothing" }, 404, "not_found"],
    ["for a wrong method", { method: "PUT", url: "/v1/payments" }, 405, "invalid_params"],
    ["without credentials", { url: "/v1/payments/pay_1" }, 401, "missing_api_key"],
    ["from the gateway without credentials", { url: "/v1/gateway/payment/pay_1" }, 401, "missing_auth_headers"],
    [
      "to a header that isn't ASCII",
      { url: "/v1/payments/pay_1", headers: { "sdk-name": "Käse" } },
      400,
      "header_not_ascii",
    ],
    [
      "to a header with control characters",
      { url: "/v1/payments/pay_1", headers: { "api-key": "a\tb" } },
      400,
      "header_not_ascii",
    ],
  ] as const)("%s is JSON, private, and carries a Request-Id", async ([, fields, status, code]) => {
    const given = await answer(fields);
    expect([given.status, given.code]).toEqual([status, code]);
    expect(given.headers).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  test.for(["Sdk-Name", "Idempotency-Key", "Request-Id"])("names the header that isn't ASCII: %s", async (name) => {
    const fields = { url: "/v1/payments/pay_1", headers: { [name]: "é" } };
    const { body } = await handleRequest(table, makeRequest(fields));
    expect(JSON.parse(body ?? "").message).toBe(
      `The ${name} header has characters that aren't visible ASCII. Remove or encode them.`,
    );
  });

  test("says nothing of a header that the API doesn't take: a proxy adds the visitor's city", async () => {
    const { code } = await answer({ url: "/v1/payments/pay_1", headers: { "cf-ipcity": "São Paulo" } });
    expect(code).toBe("missing_api_key");
  });

  test("for a wrong method lists the allowed ones", async () => {
    const { headers } = await answer({ method: "PATCH", url: "/v1/payments/pay_1" });
    expect(headers.allow).toBe("GET, HEAD, OPTIONS");
  });
});

describe("a Request-Id", () => {
  test.for(["a", "order-1:retry_2", "x".repeat(128), "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"])(
    "is echoed unchanged: %s",
    async (requestId) => {
      const { headers } = await answer({ url: "/v1/nothing", headers: { "request-id": requestId } });
      expect(headers["request-id"]).toBe(requestId);
    },
  );

  test.for(["", "x".repeat(129), "a b", "a\r\nset-cookie: x", '"><script>', "é"])(
    "that is unsafe is replaced: %j",
    async (requestId) => {
      const { headers } = await answer({ url: "/v1/nothing", headers: { "request-id": requestId } });
      expect(headers["request-id"]).toMatch(/^[0-9a-f-]{36}$/);
    },
  );

  test("is different for each request", async () => {
    const ids = await Promise.all([1, 2].map(async () => (await answer({ url: "/v1" })).headers["request-id"]));
    expect(new Set(ids).size).toBe(2);
  });
});

describe("a preflight", () => {
  test("to the gateway succeeds for any origin, without credentials and without a body", async () => {
    const headers = { origin: "https://wallet.example", "access-control-request-method": "POST" };
    const given = await answer({ method: "OPTIONS", url: "/v1/gateway/payment/pay_1/confirm", headers });
    expect([given.status, given.code]).toEqual([204, null]);
    expect(given.headers).toMatchObject({
      "access-control-allow-origin": "*",
      "access-control-allow-methods": expect.stringContaining("POST"),
    });
  });

  test("to the merchant API allows no unlisted origin", async () => {
    const { headers } = await answer({
      method: "OPTIONS",
      url: "/v1/payments",
      headers: { origin: "https://evil.example" },
    });
    expect(headers).not.toHaveProperty("access-control-allow-origin");
  });

  test("lists the methods of the path", async () => {
    const { headers } = await answer({ method: "OPTIONS", url: "/v1/payments/pay_1" });
    expect(headers.allow).toBe("GET, HEAD, OPTIONS");
  });

  test("to an unknown path is a 404", async () => {
    expect(await answer({ method: "OPTIONS", url: "/v1/nothing" })).toMatchObject({ status: 404, code: "not_found" });
  });
});

test("a refusal costs no parsing: of its own body, or of the query of a request without good credentials", async () => {
  const request = makeRequest({ url: "/v1/payments/pay_1" });
  Object.defineProperty(request, "query", { get: () => expect.unreachable() });
  const parse = vi.spyOn(JSON, "parse");
  onTestFinished(() => parse.mockRestore());
  expect(await handleRequest(table, request)).toMatchObject({ status: 401 });
  expect(parse).not.toHaveBeenCalled();
});

test("a browser can also read the gateway's errors", async () => {
  const { headers } = await answer({ url: "/v1/gateway/payment/pay_1", headers: { origin: "https://wallet.example" } });
  expect(headers["access-control-allow-origin"]).toBe("*");
});

test("requests during shutdown are served, and at its very end get a 503 that asks for a retry", async () => {
  startDraining();
  expect(await answer({ url: "/v1/nothing" })).toMatchObject({ status: 404 });
  endDraining();
  const { status, code, headers } = await answer({ url: "/v1/payments" });
  expect([status, code]).toEqual([503, "internal_error"]);
  expect(headers).toMatchObject({ "retry-after": "1", connection: "close", "cache-control": "no-store" });
});
