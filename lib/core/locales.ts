/** The languages of buyer pages and emails, as BCP 47 tags. */
export const locales = ["en", "es", "de", "fr", "pt", "zh", "ar"] as const;
export type Locale = (typeof locales)[number];

/** Returns true for the tag of a supported language. */
export function isLocale(text: string): text is Locale {
  return locales.some((locale) => locale === text);
}

/** Returns the tag for `<html lang>`, which names the script for Chinese. */
export function htmlLang(locale: Locale): string {
  return locale === "zh" ? "zh-Hans" : locale;
}

/** Returns the writing direction for `<html dir>`. */
export function directionOf(locale: Locale): "ltr" | "rtl" {
  return locale === "ar" ? "rtl" : "ltr";
}

/** Returns the tag for Intl. Arabic uses Latin digits, as wallets do, so that amounts can be compared at a glance. */
export function intlLocale(locale: Locale): string {
  return locale === "ar" ? "ar-u-nu-latn" : htmlLang(locale);
}
