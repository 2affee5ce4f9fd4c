import fc from "fast-check";
import { expect, test } from "vitest";
import { withPrefill } from "#components/checkout/wallet/form-draft.ts";
import { readPrefill } from "#components/collect/read-prefill.ts";

const address = "https://pay.example/collect/pay_1?accounts=eip155%3A1%3A0x0&theme=dark";

test("what is known arrives at the form as it was, beside what the address says already", () => {
  const text = fc.string({ minLength: 1, maxLength: 200, unit: "grapheme" }).filter((one) => one.length <= 200);
  fc.assert(
    fc.property(text, text, (fullName, porAddress) => {
      const url = new URL(withPrefill(address, { fullName, porAddress }));
      expect(url.searchParams.get("accounts")).toBe("eip155:1:0x0");
      expect(url.searchParams.get("theme")).toBe("dark");
      expect(url.searchParams.get("prefill")).toMatch(/^[\w-]+$/);
      expect(readPrefill(url.searchParams.get("prefill") ?? undefined)).toEqual({ fullName, porAddress });
    }),
  );
});

test("an address stays as it is when nothing is known", () => {
  expect(withPrefill(address, {})).toBe(address);
});
