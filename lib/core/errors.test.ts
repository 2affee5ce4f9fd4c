import { describe, expect, test } from "vitest";
import { errorMessages, invalidField, isTillError, TillError, unusableField } from "#lib/core/errors.ts";

test("every error code has its own message, in whole sentences", () => {
  const messages = Object.values(errorMessages);
  expect(new Set(messages).size).toBe(messages.length);
  for (const message of messages) expect(message).toMatch(/^[A-Z].*\.$/);
});

describe("an error", () => {
  test("defaults to its code's message", () => {
    const error = new TillError("payment_expired");
    expect(error).toMatchObject({ code: "payment_expired", message: "The payment has expired.", isUnusable: false });
    expect([error.issues, error.retryAfterSeconds]).toEqual([undefined, undefined]);
  });

  test("accepts its own message and retry time, and keeps its cause out of its message", () => {
    const cause = new Error("connection to 10.0.0.7 refused");
    const error = new TillError("bad_gateway", { message: "Later.", retryAfterSeconds: 1, cause });
    expect(error).toMatchObject({ code: "bad_gateway", message: "Later.", retryAfterSeconds: 1, cause });
  });

  test("about several fields states the first problem and the number of others in its message", () => {
    const issue = (field: string) => ({ field, message: "must be a string" });
    const messageOf = (...fields: string[]) =>
      new TillError("params_validation", { issues: fields.map(issue) }).message;
    expect(messageOf("amount.value")).toBe("amount.value must be a string");
    expect(messageOf("amount.value", "amount.unit", "referenceId")).toBe("amount.value must be a string (and 2 more)");
    expect(messageOf("")).toBe("The value must be a string");
    expect(messageOf()).toBe(errorMessages.params_validation);
  });

  test("about one field is a params_validation, for malformed and for unusable values", () => {
    const issues = [{ field: "results", message: "is wrong" }];
    const invalid = { code: "params_validation", issues, message: "results is wrong" };
    expect(invalidField("results", "is wrong")).toMatchObject({ ...invalid, isUnusable: false });
    expect(unusableField("results", "is wrong")).toMatchObject({ ...invalid, isUnusable: true });
  });

  test("is recognized by its brand only", () => {
    expect(isTillError(new TillError("not_found"))).toBe(true);
    for (const other of [new Error("x"), { code: "not_found", message: "x" }, null, undefined, "not_found"]) {
      expect(isTillError(other)).toBe(false);
    }
  });
});
