import { describe, expect, test } from "vitest";
import { errorMessages, TillError, unusableField } from "#lib/core/errors.ts";
import { errorTable } from "#lib/edge/error-table.ts";
import { errorHeaders, HttpError, presentError, statusOf } from "#lib/edge/http-error.ts";

/** The closed list of codes that existing clients know, by status. */
const wire: Record<number, readonly string[]> = {
  400: [
    "invalid_params",
    "params_validation",
    "missing_idempotency_key",
    "payment_not_succeeded",
    "invalid_state",
    "quote_expired",
    "invalid_api_version",
    "unknown_api_version",
    "header_not_ascii",
  ],
  401: ["missing_api_key", "invalid_api_key", "missing_merchant_id", "missing_auth_headers", "invalid_app_id"],
  403: ["forbidden"],
  404: ["payment_not_found", "not_found"],
  409: ["idempotency_conflict", "settlement_asset_conflict", "already_refunded", "version_conflict"],
  410: ["payment_expired"],
  429: ["rate_limited"],
  500: ["internal_error"],
  502: ["bad_gateway"],
};

test("the error table has the codes that clients know with their statuses, and no others", () => {
  const byStatus: Record<number, string[]> = {};
  for (const [code, { status }] of Object.entries(errorTable)) {
    byStatus[status] ??= [];
    byStatus[status].push(code);
  }
  const sorted = (lists: Record<number, readonly string[]>) =>
    Object.fromEntries(Object.entries(lists).map(([status, codes]) => [status, [...codes].sort()]));
  expect(sorted(byStatus)).toEqual(sorted(wire));
  expect(Object.keys(errorTable)).toEqual(Object.keys(errorMessages));
});

describe("over HTTP, an error", () => {
  test("has its code's status and no extra headers", () => {
    const error = new TillError("payment_expired");
    expect([statusOf(error), errorHeaders(error)]).toEqual([410, {}]);
  });

  test("about a well-formed but unusable value is a 422", () => {
    expect(statusOf(unusableField("results", "is signed by another account"))).toBe(422);
  });

  test("about a service that is down has a 503 when it says when to retry, and a 502 otherwise", () => {
    expect(statusOf(new TillError("bad_gateway", { retryAfterSeconds: 5 }))).toBe(503);
    expect(statusOf(new TillError("bad_gateway"))).toBe(502);
    expect(statusOf(new TillError("internal_error", { retryAfterSeconds: 5 }))).toBe(503);
  });

  test("that can be retried has a Retry-After header", () => {
    expect(errorHeaders(new TillError("rate_limited", { retryAfterSeconds: 7 }))).toEqual({ "retry-after": "7" });
  });

  test("of the HTTP layer has its own status and headers", () => {
    const error = new HttpError("internal_error", {
      status: 503,
      retryAfterSeconds: 1,
      headers: { connection: "close" },
    });
    expect(statusOf(error)).toBe(503);
    expect(errorHeaders(error)).toEqual({ "retry-after": "1", connection: "close" });
  });

  test("is presented with its code, message, and issues if any", () => {
    const issues = [{ field: "amount.value", message: "must be at least 1" }];
    expect(presentError(new TillError("not_found"))).toEqual({ code: "not_found", message: errorMessages.not_found });
    expect(presentError(new TillError("params_validation", { issues }))).toEqual({
      code: "params_validation",
      message: "amount.value must be at least 1",
      issues,
    });
  });
});
