import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { en } from "#components/checkout/messages/en.ts";
import { messagesFor } from "#components/checkout/messages/messages-for.ts";
import { en as transferEn } from "#components/checkout/transfer/messages/en.ts";
import { transferMessagesFor } from "#components/checkout/transfer/messages/transfer-messages-for.ts";
import { en as formEn } from "#components/collect/messages/en.ts";
import { formMessagesFor } from "#components/collect/messages/form-messages-for.ts";
import type { MessageTable } from "#components/language/translator.ts";
import { enWallet, en as refundEn } from "#components/refund/messages/en.ts";
import { refundMessagesFor, replacedMessagesFor } from "#components/refund/messages/refund-messages-for.ts";
import { type Locale, locales } from "#lib/core/locales.ts";
import { wordsOf } from "#lib/jobs/mail/translate.ts";
import { en as mailEn } from "#lib/jobs/mail/words/en.ts";

const placeholders = (text: string | undefined) => [...(text ?? "").matchAll(/\{\w+\}/g)].map(String).sort();
const catalogs: [name: string, of: (locale: Locale) => MessageTable, english: MessageTable][] = [
  ["checkout", messagesFor, en],
  ["checkout's transfers", transferMessagesFor, transferEn],
  ["form", formMessagesFor, formEn],
  ["refund page", refundMessagesFor, refundEn],
  ["checkout on the refund page", replacedMessagesFor, enWallet],
  ["emails", (locale) => wordsOf[locale], mailEn],
];
/** Every message of a language. */
const textsOf = (locale: Locale) => catalogs.flatMap(([, of]) => Object.values(of(locale)));
/** Messages that are the same in English and French. */
const identical = new Set(["paid.date", "paid.transaction", "receipt.date", "receipt.transaction"]);

describe.each(catalogs)("the messages of the %s", (_name, of, english) => {
  test.each(locales)("have the same keys in %s, in the same order", (locale) => {
    expect(Object.keys(of(locale))).toEqual(Object.keys(english));
  });

  test.each(locales)("have the same placeholders in %s", (locale) => {
    const filled = (table: MessageTable) => Object.keys(english).map((key) => [key, placeholders(table[key])]);
    expect(filled(of(locale))).toEqual(filled(english));
  });

  test.each(locales.filter((locale) => locale !== "en"))(
    "are translated in %s, and neither empty nor padded",
    (locale) => {
      const table = of(locale);
      const suspicious = Object.entries(english).filter(([key, text]) => {
        const translated = table[key] ?? "";
        const isUntranslated =
          translated === text && /[a-z]{3}/i.test(text.replaceAll(/\{\w+\}/g, "")) && !identical.has(key);
        return isUntranslated || translated.trim() !== translated || translated === "";
      });
      expect(suspicious.map(([key]) => key)).toEqual([]);
    },
  );
});

test("the refund page replaces only messages of the checkout, with no other placeholders", () => {
  const checkout: MessageTable = en;
  const faulty = Object.entries(enWallet).filter(([key, text]) => {
    const known = placeholders(checkout[key]);
    return checkout[key] === undefined || placeholders(text).some((name) => !known.includes(name));
  });
  expect(faulty).toEqual([]);
});

test("each language uses one script, so nothing was pasted into the wrong file", () => {
  const share = (locale: Locale, script: RegExp) => {
    const texts = textsOf(locale);
    return texts.filter((text) => script.test(text)).length / texts.length;
  };
  expect(share("zh", /\p{Script=Han}/u)).toBeGreaterThan(0.95);
  expect(share("ar", /\p{Script=Arabic}/u)).toBeGreaterThan(0.95);
  for (const locale of ["en", "es", "de", "fr", "pt"] as const)
    expect(share(locale, /[\p{Script=Han}\p{Script=Arabic}]/u)).toBe(0);
});

test("Arabic isolates every placeholder that may be left-to-right text", () => {
  const own = /\{(?:merchant|asset|network|error|account|token|wallet|explorer|provider)\}/g;
  for (const text of textsOf("ar")) {
    for (const match of text.matchAll(own)) {
      expect(text[match.index - 1], text).toBe("\u2068");
      expect(text[match.index + match[0].length], text).toBe("\u2069");
    }
  }
});

test("Spanish addresses the buyer formally throughout", () => {
  const informal = /\b(?:tú|tus?|elige|escanea|introduce|comprueba|inténtalo|puedes|recibes)\b/i;
  expect(textsOf("es").filter((text) => informal.test(text))).toEqual([]);
});

test("French has a no-break space before two-part punctuation", () => {
  expect(textsOf("fr").filter((text) => /[^\u00a0][:;?!»]|«[^\u00a0]/.test(text))).toEqual([]);
});

test("every message is used", () => {
  const names = globSync("{app,components,lib/jobs/mail}/**/*.{ts,tsx}").filter(
    (name) => !/\/(?:messages|words)\/|\.test\./.test(name),
  );
  const source = names.map((name) => readFileSync(name, "utf8")).join("\n");
  const isUsed = (key: string) => source.includes(`"${key}"`);
  const keys = catalogs.flatMap(([, , english]) => Object.keys(english));
  expect(keys.filter((key) => !isUsed(key))).toEqual([]);
});

test("no message contains an identifier of the code, which a rename may leave behind", () => {
  const identifiers = locales.flatMap((locale) => {
    const texts = textsOf(locale);
    return texts.flatMap((text) => text.match(/\b[A-Za-z]+[a-z][A-Z]\w*/g) ?? []);
  });
  expect(identifiers.filter((word) => word !== "JavaScript")).toEqual([]);
});
