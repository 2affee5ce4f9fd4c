import fc from "fast-check";
import { expect, test } from "vitest";
import { withPrefill } from "#components/checkout/wallet/buyer-data-draft.ts";
import { readPrefill } from "#components/collect/read-prefill.ts";

const formUrl = "https://pay.example/collect/pay_1?accounts=eip155%3A1%3A0x0&theme=dark";

test("the form reads back the draft, which is in the fragment and not in the query", () => {
  const text = fc.string({ minLength: 1, maxLength: 200, unit: "grapheme" }).filter((one) => one.length <= 200);
  fc.assert(
    fc.property(text, text, (fullName, porAddress) => {
      const url = new URL(withPrefill(formUrl, { fullName, porAddress }));
      expect(url.searchParams.get("accounts")).toBe("eip155:1:0x0");
      expect(url.searchParams.get("theme")).toBe("dark");
      expect(url.search).toBe(new URL(formUrl).search);
      const parameter = new URLSearchParams(url.hash.slice(1)).get("prefill");
      expect(parameter).toMatch(/^[\w-]+$/);
      expect(readPrefill(parameter ?? undefined)).toEqual({ fullName, porAddress });
    }),
  );
});

test("the URL doesn't change without values to prefill", () => {
  expect(withPrefill(formUrl, {})).toBe(formUrl);
});
