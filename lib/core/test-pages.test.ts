import { expect, test } from "vitest";
import { isTestPage, pathIn, renderedPath } from "#lib/core/test-pages.ts";

test.each([
  ["/dashboard/test", true, "/dashboard"],
  ["/dashboard/test/payments/pay_1", true, "/dashboard/payments/pay_1"],
  ["/dashboard", false, "/dashboard"],
  ["/dashboard/testing", false, "/dashboard/testing"],
  ["/pay/dashboard/test", false, "/pay/dashboard/test"],
])("%s is of test mode: %s", (pathname, isTest, rendered) => {
  expect([isTestPage(pathname), renderedPath(pathname)]).toEqual([isTest, rendered]);
});

test.each([
  ["/dashboard", "/dashboard/test"],
  ["/dashboard?period=7d", "/dashboard/test?period=7d"],
  ["/dashboard/payments/new?merchant=1", "/dashboard/test/payments/new?merchant=1"],
  ["/dashboard/test/payments", "/dashboard/test/payments"],
  ["/docs", "/docs"],
  ["https://shop.example/dashboard", "https://shop.example/dashboard"],
])("%s leads to %s in test mode, and to itself in live mode", (address, inTest) => {
  expect([pathIn(true, address), pathIn(false, address)]).toEqual([inTest, address]);
});
