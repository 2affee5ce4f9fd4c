import { describe, expect, test } from "vitest";
import { errorTable, invalidField, TillError } from "#lib/core/errors.ts";

/** WIRE, Errors: the closed list, by status. */
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

describe("the table of errors", () => {
  test("has the codes of WIRE with their statuses, and no other", () => {
    const byStatus: Record<number, string[]> = {};
    for (const [code, { status }] of Object.entries(errorTable)) {
      byStatus[status] ??= [];
      byStatus[status].push(code);
    }
    const sorted = (lists: Record<number, readonly string[]>) =>
      Object.fromEntries(Object.entries(lists).map(([status, codes]) => [status, [...codes].sort()]));
    expect(sorted(byStatus)).toEqual(sorted(wire));
  });

  test("has a sentence of its own for each code", () => {
    const messages = Object.values(errorTable).map(({ message }) => message);
    expect(new Set(messages).size).toBe(messages.length);
    for (const message of messages) expect(message).toMatch(/^[A-Z].*\.$/);
  });
});

describe("an error", () => {
  test("has status and sentence of the table where nothing else is said", () => {
    const error = new TillError("payment_expired");
    expect(error).toMatchObject({ code: "payment_expired", status: 410, message: "The payment has expired." });
    expect(error.issues).toBeUndefined();
    expect(error.headers).toEqual({});
  });

  test("takes another status, sentence, issues and headers, and keeps its cause apart from its sentence", () => {
    const cause = new Error("connection to 10.0.0.7 refused");
    const issues = [{ field: "amount.value", message: "too small" }];
    const headers = { "retry-after": "1" };
    const error = new TillError("internal_error", { status: 503, message: "Later.", issues, headers, cause });
    expect(error).toMatchObject({ code: "internal_error", status: 503, message: "Later.", issues, headers, cause });
  });

  test("about one field is a params_validation, 400 or 422", () => {
    const issues = [{ field: "results", message: "wrong" }];
    expect(invalidField("results", "wrong")).toMatchObject({ code: "params_validation", status: 400, issues });
    expect(invalidField("results", "wrong", 422)).toMatchObject({ code: "params_validation", status: 422, issues });
  });
});
