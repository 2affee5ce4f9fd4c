import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chooseLocale } from "#lib/core/choose-locale.ts";
import { isLocale } from "#lib/core/locales.ts";

const none = { requested: null, remembered: null, accepted: null };

describe("the visitor's language", () => {
  test.each([
    ["de", "de"],
    ["de-AT,de;q=0.9,en;q=0.8", "de"],
    ["nl, fr-CH;q=0.7, es;q=0.9", "es"],
    ["it;q=1, pt-BR;q=0.4", "pt"],
    ["zh-Hant-TW", "zh"],
    ["AR-eg", "ar"],
    ["en;q=0.5, fr;q=0.5", "en"],
    ["de;q=0, fr;q=0.1", "fr"],
    ["de;q=2, fr;q=0.1", "fr"],
    ["de;level=1;Q=0.2,fr;q=0.3", "fr"],
    ["*", "en"],
    ["nl,it", "en"],
    ["", "en"],
    [";;q=,,de", "de"],
  ])("for Accept-Language %s is %s", (accepted, locale) => {
    expect(chooseLocale({ ...none, accepted })).toBe(locale);
  });

  test("comes from the query first, then the cookie, then the browser", () => {
    expect(chooseLocale({ requested: "ar", remembered: "fr", accepted: "de" })).toBe("ar");
    expect(chooseLocale({ requested: "xx", remembered: "fr", accepted: "de" })).toBe("fr");
    expect(chooseLocale({ requested: null, remembered: "__proto__", accepted: "de" })).toBe("de");
    expect(chooseLocale(none)).toBe("en");
  });
});

test("is a supported one for any input", () => {
  const text = fc.option(fc.oneof(fc.string(), fc.constantFrom("constructor", "toString", "de;q=1;q=0")));
  fc.assert(
    fc.property(text, text, text, (requested, remembered, accepted) => {
      expect(isLocale(chooseLocale({ requested, remembered, accepted }))).toBe(true);
    }),
  );
});
