import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chooseLocale } from "#components/language/choose-locale.ts";
import { isLocale } from "#components/language/locales.ts";

const nothing = { asked: null, remembered: null, accepted: null };

describe("the language of a visitor", () => {
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
  ])("of Accept-Language %s is %s", (accepted, locale) => {
    expect(chooseLocale({ ...nothing, accepted })).toBe(locale);
  });

  test("is the one that is asked for, then the one that was, then the browser's", () => {
    expect(chooseLocale({ asked: "ar", remembered: "fr", accepted: "de" })).toBe("ar");
    expect(chooseLocale({ asked: "xx", remembered: "fr", accepted: "de" })).toBe("fr");
    expect(chooseLocale({ asked: null, remembered: "__proto__", accepted: "de" })).toBe("de");
    expect(chooseLocale(nothing)).toBe("en");
  });
});

test("whatever is sent, it is one that is there", () => {
  const text = fc.option(fc.oneof(fc.string(), fc.constantFrom("constructor", "toString", "de;q=1;q=0")));
  fc.assert(
    fc.property(text, text, text, (asked, remembered, accepted) => {
      expect(isLocale(chooseLocale({ asked, remembered, accepted }))).toBe(true);
    }),
  );
});
