import { expect, test } from "vitest";
import {
  connectsWallets,
  embeddedPaymentId,
  isBuyerPage,
  isDashboardPage,
  isDetailsPage,
} from "#app/_request/page-paths.ts";

const kinds = { buyer: isBuyerPage, wallets: connectsWallets, details: isDetailsPage, dashboard: isDashboardPage };
const kindsOf = (pathname: string) =>
  Object.entries(kinds).flatMap(([kind, matches]) => (matches(pathname) ? [kind] : []));

test.each([
  ["/pay/pay_1", ["buyer", "wallets"]],
  ["/embed/pay_1", ["buyer", "wallets"]],
  ["/refund/q3V9xT2b", ["buyer", "wallets"]],
  ["/collect/pay_1", ["buyer", "details"]],
  ["/collect/pay_1/submit", ["buyer"]],
  ["/pay/pay_1/more", ["buyer"]],
  ["/pay", []],
  ["/collect", []],
  ["/x/collect/pay_1", []],
  ["/dashboard", ["dashboard"]],
  ["/dashboard/payments", ["dashboard"]],
  ["/dashboards", []],
  ["/", []],
])("classifies %s as %o", (pathname, expected) => {
  expect(kindsOf(pathname)).toEqual(expected);
});

test("reads the payment id of an embedded checkout only", () => {
  expect(embeddedPaymentId("/embed/pay_1")).toBe("pay_1");
  expect(embeddedPaymentId("/embed/pay_1/more")).toBeNull();
  expect(embeddedPaymentId("/pay/pay_1")).toBeNull();
});
