import { describe, expect, test } from "vitest";
import { en } from "#components/checkout/messages/en.ts";
import { createTranslator } from "#components/checkout/messages/messages.ts";

const t = createTranslator(en);

describe("a translated message", () => {
  test("contains the values as they were passed, even if they look like placeholders or markup", () => {
    expect(t("return.soon", { merchant: "A {seconds} & <b>", seconds: 3 })).toBe(
      "Returning to A {seconds} & <b> in 3 s",
    );
  });

  test("is the catalog's text if it has no placeholders", () => {
    expect(t("summary.payBy")).toBe("Pay by");
  });

  test("does not compile with a missing, misspelt or extra value", () => {
    // @ts-expect-error a value is missing
    t("return.link");
    // @ts-expect-error the message has no such placeholder
    t("return.link", { shop: "Café Lumen" });
    // @ts-expect-error the message has no placeholders
    t("summary.payBy", { merchant: "Café Lumen" });
  });
});
