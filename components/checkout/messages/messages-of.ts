import { ar } from "#components/checkout/messages/ar.ts";
import { de } from "#components/checkout/messages/de.ts";
import { en } from "#components/checkout/messages/en.ts";
import { es } from "#components/checkout/messages/es.ts";
import { fr } from "#components/checkout/messages/fr.ts";
import { pt } from "#components/checkout/messages/pt.ts";
import type { Messages } from "#components/checkout/messages/translate.ts";
import { zh } from "#components/checkout/messages/zh.ts";
import type { Locale } from "#components/language/locales.ts";

const languages: Readonly<Record<Locale, Messages>> = { en, es, de, fr, pt, zh, ar };

/** The words of a language, for the server alone: it sends one of them to the browser. */
export function messagesOf(locale: Locale): Messages {
  return languages[locale];
}
