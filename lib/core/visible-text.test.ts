import { expect, test } from "vitest";
import { invalidField } from "#lib/core/errors.ts";
import { asShown, isPlainName, looksLike, visibleText } from "#lib/core/visible-text.ts";
import { name } from "#lib/dashboard/rpc/fields.ts";
import { merchantName } from "#lib/domain/merchants/profile.ts";
import { fiatDestination } from "#lib/domain/merchants/settlement-destinations/fiat/fiat-destination.ts";
import { requirePartnerName } from "#lib/domain/partners/create-partner.ts";
import { parseFormData } from "#lib/domain/payments/buyer-data/parse-buyer-data.ts";
import { paymentRequest } from "#lib/domain/payments/creation/payment-request.ts";
import { descriptionText } from "#lib/domain/payments/description.ts";

/** Zero-width space, soft hyphen, Hangul fillers, Braille blank, a variation selector, a tag and a format character of music. */
const nothing = [
  "\u200b",
  "\u00ad",
  "\u3164",
  "\u115f\u1160",
  "\uffa0",
  "\u2800",
  "\ufe0f",
  "\u{e0041}",
  "\u{1d173}",
  " \u2060 ",
];
const shown = ["Café", "日本", "0", "👩‍👩‍👧", "می‌خواهم", "한글", "⠿", "\u{1f600}", "\u{20000}"];

const checks: Record<string, (text: string) => unknown> = {
  "a merchant's name": (text) => merchantName.parse(text),
  "a payment's description": (text) => descriptionText.parse(text),
  "a line item's name": (text) => paymentRequest.shape.lineItems.parse([{ name: text, quantity: 1, total: "1" }]),
  "a name typed in the dashboard": (text) => name.parse(text),
  "a partner's name": (text) => requirePartnerName(text),
  "an account holder's name": (text) => fiatDestination.shape.holderName.parse(text),
  "the name of a key or an app": (text) => {
    if (!isPlainName(text)) throw invalidField("name", "");
  },
  "a buyer's name": (text) =>
    parseFormData(
      { fullName: text, dob: "1990-01-01", porCountry: "DE", porAddress: "Berlin", tosConfirmed: true },
      new Date("2026-01-01"),
    ),
};

test.for(Object.keys(checks).flatMap((field) => nothing.map((text) => [field, text] as const)))(
  "%s that shows nothing, such as %j, is refused",
  ([field, text]) => {
    expect(() => checks[field]?.(text)).toThrow();
  },
);

// Forms of the dashboard refuse format characters too.
test.for(
  Object.keys(checks)
    .flatMap((field) => shown.map((text) => [field, text] as const))
    .filter(([field, text]) => field !== "a name typed in the dashboard" || !/\p{Cf}/u.test(text)),
)("%s may be %j", ([field, text]) => {
  expect(() => checks[field]?.(text)).not.toThrow();
});

test("the characters that count as invisible are Unicode's ignorable ones, white space, and blanks and format characters of scripts", () => {
  const others = /[\u2800\ufff9-\ufffb\u{13430}-\u{1343f}\u{1d159}]/u;
  const wrong = [];
  for (let point = 0x20; point <= 0x10_ffff; point++) {
    const text = String.fromCodePoint(point);
    if (/[\p{Cc}\p{Cs}]/u.test(text)) continue;
    const isInvisible = /[\p{Default_Ignorable_Code_Point}\p{White_Space}]/u.test(text) || others.test(text);
    if (visibleText.test(text) === isInvisible || (asShown(text) === "") !== isInvisible)
      wrong.push(point.toString(16));
  }
  expect(wrong).toEqual([]);
});

test("names are compared as they are shown", () => {
  expect(asShown(" Cafe\u200b\u0301  Lu\u00admen\u3164 ")).toBe("Café Lumen");
});

test.for([
  ["Lumen  Shop", "Lumen Shop"],
  ["Lumen\u00a0Shop", "Lumen Shop "],
  ["Lumen\u200f", "Lumen"],
  ["Cafe\u0301", "Café"],
] as const)("%j looks like %j", ([name, typed]) => {
  expect(looksLike(typed, name)).toBe(true);
});

test.for(["", "lumen shop", "LumenShop", "Lumen Shop 2"])("%j doesn't look like Lumen Shop", (typed) => {
  expect(looksLike(typed, "Lumen Shop")).toBe(false);
});
