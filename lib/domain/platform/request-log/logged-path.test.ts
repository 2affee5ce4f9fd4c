import { describe, expect, test } from "vitest";
import { newSecret } from "#lib/domain/partners/api-keys/secret.ts";
import { loggedIssues, loggedParameters, loggedPath } from "#lib/domain/platform/request-log/logged-path.ts";
import { shownOperation } from "#test/api/document.ts";
import { operations } from "#test/api/operations.ts";
import { setEnv } from "#test/env/set-env.ts";

setEnv();

const log = (path: string, query = "") => loggedPath(path, new URLSearchParams(query));

test("keeps the path, and the query parameters that the API declares", () => {
  expect(log("/v1/payments/pay_1/status", "maxPollMs=20000")).toBe("/v1/payments/pay_1/status?maxPollMs=20000");
  expect(log("/v1/payments", "status=failed&status=expired&cursor=a%2Fb")).toBe(
    "/v1/payments?status=failed&status=expired&cursor=a%2Fb",
  );
  expect(log("/v1/payments")).toBe("/v1/payments");
});

test("knows every parameter that the API declares", () => {
  const declared = operations.flatMap((operation) =>
    (shownOperation("2026-02-19.preview", operation).parameters ?? []).filter((one) => one.in === "query"),
  );
  expect([...loggedParameters].sort()).toEqual([...new Set(declared.map(({ name }) => name))].sort());
});

test("hides the values of all other parameters, and anything that looks like a key", () => {
  const secret = newSecret("live");
  expect(log("/v1/payments", `api_key=${secret}&password=hunter2`)).toBe("/v1/payments?api_key=***&password=***");
  expect(log("/v1/payments", `search=${secret}&${secret}=1`)).toBe("/v1/payments?search=till_***&till_***=***");
  expect(log(`/v1/payments/${secret}`)).toBe("/v1/payments/till_***");
});

test("is cut at 500 characters, and holds nothing that the database refuses", () => {
  expect(log(`/v1/payments/${"a".repeat(600)}`)).toHaveLength(500);
  expect(log("/v1/payments", "search=%00%C0%ff")).toBe("/v1/payments?search=%00%EF%BF%BD%EF%BF%BD");
});

describe("refused fields", () => {
  test("are logged with the rules that they break", () => {
    expect(loggedIssues([])).toBeNull();
    const message = "must be at least 0.20 USD to cover fees";
    expect(loggedIssues([{ field: "amount.value", message }])).toEqual([{ field: "amount.value", rule: message }]);
  });

  test("are logged without keys, control characters and what looks like a value", () => {
    const field = `${newSecret("live")}\u0000\n`;
    const message = `must be one of 0x${"ab".repeat(20)}, not buyer@shop.example`;
    expect(loggedIssues([{ field, message }])).toEqual([{ field: "till_***", rule: "must be one of …, not …" }]);
  });

  test("take at most about 2 KB of an entry, as well-formed text", () => {
    const issues = Array.from({ length: 50 }, () => ({ field: "😀".repeat(300), message: "must ".repeat(500) }));
    const logged = loggedIssues(issues) ?? [];
    expect(logged).toHaveLength(8);
    for (const { field, rule } of logged) {
      expect([field.length, rule.length]).toEqual([80, 200]);
      expect(field.isWellFormed()).toBe(true);
    }
  });
});
