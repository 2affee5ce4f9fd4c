import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { errorBody, renderError } from "#lib/api/render-error.ts";
import { type ErrorCode, errorMessages, TillError } from "#lib/core/errors.ts";
import { errorTable } from "#lib/edge/error-table.ts";
import { HttpError } from "#lib/edge/http-error.ts";
import { log } from "#lib/log/log.ts";
import { setEnv } from "#test/env/set-env.ts";

setEnv();
const context = { requestId: "r1", operationId: "getPayment" };
const internal = { code: "internal_error", message: "Something went wrong on our side." };

describe("a TillError", () => {
  test("is rendered with its status, code, message, and issues if any", () => {
    for (const code of Object.keys(errorTable) as ErrorCode[]) {
      const { status, headers, body } = renderError(new TillError(code), context);
      expect({ status, headers, body: JSON.parse(body ?? "") }).toEqual({
        status: errorTable[code].status,
        headers: {},
        body: { code, message: errorMessages[code] },
      });
    }
    const issues = [{ field: "amount.value", message: "is too small" }];
    const error = new TillError("params_validation", { issues, isUnusable: true, retryAfterSeconds: 1 });
    expect(renderError(error, context)).toMatchObject({ status: 422, headers: { "retry-after": "1" } });
    expect(JSON.parse(errorBody(error))).toEqual({ code: "params_validation", message: expect.any(String), issues });
  });

  test("reveals nothing about its cause", () => {
    const cause = new Error("password=hunter2 at 10.0.0.7");
    for (const code of Object.keys(errorTable) as ErrorCode[]) {
      const { body } = renderError(new TillError(code, { cause }), context);
      expect(body).not.toMatch(/hunter2|10\.0\.0\.7|cause|stack/);
    }
  });
});

test("a request that the database ended is logged with the reason, and a shutdown isn't", () => {
  const warn = vi.spyOn(log(), "warn");
  const failed = renderError(
    Object.assign(new Error("the database system is shutting down"), { code: "57P03" }),
    context,
  );
  expect([failed.status, failed.headers]).toEqual([503, { "retry-after": "5" }]);
  renderError(new HttpError("internal_error", { status: 503 }), context);
  expect(warn.mock.calls).toEqual([[{ err: failed.error, ...context }, "a request failed"]]);
  warn.mockRestore();
});

describe("any other thrown value", () => {
  test("is rendered as a plain internal_error", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.anything(),
          fc.string().map((text) => new Error(text)),
        ),
        (thrown) => {
          const { status, headers, body } = renderError(thrown, context);
          expect([status, headers, JSON.parse(body ?? "")]).toEqual([500, {}, internal]);
        },
      ),
    );
  });

  test("isn't exposed even if it looks like a TillError", () => {
    const lookalike = { name: "TillError", code: "forbidden", status: 403, message: "secret", headers: { x: "y" } };
    expect(JSON.parse(renderError(lookalike, context).body ?? "")).toEqual(internal);
  });
});
