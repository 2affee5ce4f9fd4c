import type { Locale } from "#lib/core/locales.ts";

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
