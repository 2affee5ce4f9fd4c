import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { en } from "#components/checkout/messages/en.ts";
import { messagesFor } from "#components/checkout/messages/messages-for.ts";
import { en as formEn } from "#components/collect/messages/en.ts";
import { formMessagesFor } from "#components/collect/messages/form-messages-for.ts";
import { type Locale, locales } from "#components/language/locales.ts";
import type { MessageTable } from "#components/language/translator.ts";

const placeholders = (text: string | undefined) => [...(text ?? "").matchAll(/\{\w+\}/g)].map(String).sort();
const catalogs: [name: string, of: (locale: Locale) => MessageTable, english: MessageTable][] = [
  ["checkout", messagesFor, en],
  ["form", formMessagesFor, formEn],
];
/** Messages that are the same in English and French. */
const identical = new Set(["paid.date", "paid.transaction"]);

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

test("each language uses one script, so nothing was pasted into the wrong file", () => {
  const share = (locale: Locale, script: RegExp) => {
    const texts: string[] = [...Object.values(messagesFor(locale)), ...Object.values(formMessagesFor(locale))];
    return texts.filter((text) => script.test(text)).length / texts.length;
  };
  expect(share("zh", /\p{Script=Han}/u)).toBeGreaterThan(0.95);
  expect(share("ar", /\p{Script=Arabic}/u)).toBeGreaterThan(0.95);
  for (const locale of ["en", "es", "de", "fr", "pt"] as const)
    expect(share(locale, /[\p{Script=Han}\p{Script=Arabic}]/u)).toBe(0);
});

test("Arabic isolates every placeholder that may be left-to-right text", () => {
  const own = /\{(?:merchant|asset|network|error|account|token|wallet|explorer|provider)\}/g;
  const texts: string[] = [...Object.values(messagesFor("ar")), ...Object.values(formMessagesFor("ar"))];
  for (const text of texts) {
    for (const match of text.matchAll(own)) {
      expect(text[match.index - 1], text).toBe("\u2068");
      expect(text[match.index + match[0].length], text).toBe("\u2069");
    }
  }
});

test("every message is used", () => {
  const names = globSync("{app,components}/**/*.{ts,tsx}").filter((name) => !/\/messages\/|\.test\./.test(name));
  const source = names.map((name) => readFileSync(name, "utf8")).join("\n");
  const isUsed = (key: string) => source.includes(`"${key}"`);
  expect([...Object.keys(en), ...Object.keys(formEn)].filter((key) => !isUsed(key))).toEqual([]);
});
