import { expect, test } from "vitest";
import { newSecret } from "#lib/domain/partners/api-keys/secret.ts";
import { loggedFields, loggedParameters, loggedPath } from "#lib/domain/platform/request-log/logged-path.ts";
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
  const secret = newSecret();
  expect(log("/v1/payments", `api_key=${secret}&password=hunter2`)).toBe("/v1/payments?api_key=***&password=***");
  expect(log("/v1/payments", `search=${secret}&${secret}=1`)).toBe("/v1/payments?search=till_***&till_***=***");
  expect(log(`/v1/payments/${secret}`)).toBe("/v1/payments/till_***");
});

test("is cut at 500 characters, and holds nothing that the database refuses", () => {
  expect(log(`/v1/payments/${"a".repeat(600)}`)).toHaveLength(500);
  expect(log("/v1/payments", "search=%00%C0%ff")).toBe("/v1/payments?search=%00%EF%BF%BD%EF%BF%BD");
});

test("names refused fields once each, without keys and control characters, in at most 200 characters", () => {
  expect(loggedFields([])).toBeNull();
  expect(loggedFields(["amount.value", "amount.value", "referenceId"])).toBe("amount.value, referenceId");
  expect(loggedFields([`${newSecret()}\u0000\n`])).toBe("till_***");
  expect(loggedFields(["a".repeat(300)])).toHaveLength(200);
});
