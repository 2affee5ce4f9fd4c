import { expect, test } from "vitest";
import { ownPath } from "#lib/dashboard/own-path.ts";

test.for([
  "/dashboard",
  "/dashboard/payments?status=failed&cursor=a%2Fb",
  "/dashboard/merchants/mrch_1",
  "/docs/payments?version=2026-02-18",
])("redirects to %s", (path) => {
  expect(ownPath(path)).toBe(path);
});

test.for([
  undefined,
  ["/dashboard/payments"],
  "",
  "/",
  "/pay/pay_1",
  "/dashboards",
  "/docs.evil",
  "//evil.example/dashboard",
  "/\\evil.example/dashboard",
  "https://evil.example/dashboard",
  "javascript:alert(1)//dashboard",
  "/dashboard/../../sign-in",
  "http://[",
  `/dashboard/payments?search=${"a".repeat(2_000)}`,
])("redirects %s to /dashboard", (asked) => {
  expect(ownPath(asked)).toBe("/dashboard");
});
