import { expect, test } from "vitest";
import { cleanAuthPath, cleanAuthQuery } from "#lib/dashboard/sign-in/auth-query.ts";
import { readCallbackUrl } from "#lib/dashboard/sign-in/callback-url.ts";
import { setEnv } from "#test/env/set-env.ts";

setEnv({ PUBLIC_URL: "https://till.example" });

test.for([
  ["/dashboard?a=b", "https://till.example/dashboard?a=b"],
  ["https://till.example", "https://till.example/"],
  ["/é\r\n💸", "https://till.example/%C3%A9%F0%9F%92%B8"],
  ["//evil.example", "https://till.example//evil.example"],
  ["undefined", null],
  ["dashboard", null],
  ["http://a:b:c", null],
  ["https://evil.example/", null],
  ["http://till.example/", null],
  ["javascript:alert(1)", null],
  ["", null],
  [`/${"é".repeat(400)}`, null],
  [`/${"a".repeat(2_000)}`, null],
] as const)("a sign-in asked to lead to %s leads to %s", ([asked, url]) => {
  expect(readCallbackUrl(asked)).toBe(url);
});

const cleaned = (query: string, action: string) => {
  const parameters = new URLSearchParams(query);
  cleanAuthQuery(parameters, action);
  return parameters.toString();
};

test("a destination that isn't ours and an error that isn't a code are as if they weren't there", () => {
  expect(cleaned("callbackUrl=undefined&error=%0d%0a", "error")).toBe("");
  expect(cleaned("callbackUrl=%2Fdashboard&error=CredentialsSignin", "error")).toBe(
    "callbackUrl=https%3A%2F%2Ftill.example%2Fdashboard&error=CredentialsSignin",
  );
});

test("a provider's page gets no parameter of the browser, and a provider's answer is kept whole", () => {
  expect(cleaned("scope=all&prompt=none", "signin")).toBe("");
  expect(cleaned("code=a+b&state=c&iss=d", "callback")).toBe("code=a+b&state=c&iss=d");
});

test("a provider or error in the path is a name, or as if it weren't there", () => {
  expect(cleanAuthPath(["callback", "oidc"])).toEqual(["callback", "oidc"]);
  expect(cleanAuthPath(["error", "\r\nX: y"])).toEqual(["error"]);
  expect(cleanAuthPath(["signin", "a".repeat(65)])).toEqual(["signin"]);
  expect(cleanAuthPath(["csrf"])).toEqual(["csrf"]);
});
