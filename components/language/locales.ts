/** A language that the buyer's pages speak, as a BCP 47 tag. */
export type Locale = "en" | "es" | "de" | "fr" | "pt" | "zh" | "ar";

/** Each under its own name, in the order of the menu. */
export const localeNames: Readonly<Record<Locale, string>> = {
  en: "English",
  es: "Español",
  de: "Deutsch",
  fr: "Français",
  pt: "Português",
  zh: "简体中文",
  ar: "العربية",
};

/** What the menu of languages is called in each. */
export const menuNames: Readonly<Record<Locale, string>> = {
  en: "Language",
  es: "Idioma",
  de: "Sprache",
  fr: "Langue",
  pt: "Idioma",
  zh: "语言",
  ar: "اللغة",
};

export const locales = Object.keys(localeNames) as readonly Locale[];

/** True for the tag of a language that is there. */
export function isLocale(text: string): text is Locale {
  return Object.hasOwn(localeNames, text);
}

/** The tag for `<html lang>`: of Chinese, which script is written. */
export function htmlLang(locale: Locale): string {
  return locale === "zh" ? "zh-Hans" : locale;
}

/** Which way a language is written. */
export function directionOf(locale: Locale): "ltr" | "rtl" {
  return locale === "ar" ? "rtl" : "ltr";
}

/** The tag for Intl. Arabic with the digits that wallets show, so that amounts can be compared at a glance. */
export function intlLocale(locale: Locale): string {
  return locale === "ar" ? "ar-u-nu-latn" : htmlLang(locale);
}
