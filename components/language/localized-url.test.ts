import { expect, test } from "vitest";
import { localizedUrl } from "#components/language/localized-url.ts";

test("keeps the parameters that the page needs, and drops personal data and the old language", () => {
  const query = new URLSearchParams(
    "prefill=e30&accounts=eip155%3A1%3A0x0&lang=en&theme=dark&origin=https://a.example",
  );
  expect(localizedUrl("/collect/pay_1", query, "de")).toBe(
    "/collect/pay_1?accounts=eip155%3A1%3A0x0&origin=https%3A%2F%2Fa.example&theme=dark&lang=de",
  );
});

test("adds the language to a page without parameters", () => {
  expect(localizedUrl("/pay/pay_1", new URLSearchParams(), "ar")).toBe("/pay/pay_1?lang=ar");
});
