import { describe, expect, test } from "vitest";
import { en } from "#components/checkout/messages/en.ts";
import { speaker } from "#components/checkout/messages/translate.ts";

const say = speaker(en);

describe("what the checkout says", () => {
  test("has what is filled in, as it is", () => {
    expect(say("return.soon", { merchant: "A {seconds} & <b>", seconds: 3 })).toBe("Back to A {seconds} & <b> in 3 s");
  });

  test("is the message itself where nothing is filled in", () => {
    expect(say("summary.payBy")).toBe("Pay by");
  });

  test("does not compile with a value missing, misspelt or too many", () => {
    // @ts-expect-error a value is missing
    say("return.link");
    // @ts-expect-error the message has another name in it
    say("return.link", { shop: "Café Lumen" });
    // @ts-expect-error nothing is filled in
    say("summary.payBy", { merchant: "Café Lumen" });
  });
});
