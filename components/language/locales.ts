/** A language of the buyer pages, as a BCP 47 tag. */
export type Locale = "en" | "es" | "de" | "fr" | "pt" | "zh" | "ar";

/** The languages' own names, in menu order. */
export const localeNames: Readonly<Record<Locale, string>> = {
  en: "English",
  es: "Español",
  de: "Deutsch",
  fr: "Français",
  pt: "Português",
  zh: "简体中文",
  ar: "العربية",
};

/** The label of the language menu in each language. */
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

/** Returns true for the tag of a supported language. */
export function isLocale(text: string): text is Locale {
  return Object.hasOwn(localeNames, text);
}

/** Returns the tag for `<html lang>`, which names the script for Chinese. */
export function htmlLang(locale: Locale): string {
  return locale === "zh" ? "zh-Hans" : locale;
}

/** Returns the writing direction for `<html dir>`. */
export function directionOf(locale: Locale): "ltr" | "rtl" {
  return locale === "ar" ? "rtl" : "ltr";
}

/** Returns the tag for Intl. Arabic uses Latin digits, as wallets do, so that buyers can compare amounts at a glance. */
export function intlLocale(locale: Locale): string {
  return locale === "ar" ? "ar-u-nu-latn" : htmlLang(locale);
}
