import { ar } from "#components/checkout/messages/ar.ts";
import { de } from "#components/checkout/messages/de.ts";
import { en } from "#components/checkout/messages/en.ts";
import { es } from "#components/checkout/messages/es.ts";
import { fr } from "#components/checkout/messages/fr.ts";
import type { Messages } from "#components/checkout/messages/messages.ts";
import { pt } from "#components/checkout/messages/pt.ts";
import { zh } from "#components/checkout/messages/zh.ts";
import type { Locale } from "#lib/core/locales.ts";

const catalogs: Readonly<Record<Locale, Messages>> = { en, es, de, fr, pt, zh, ar };

/** Returns the checkout's messages in a language. Server only: the browser gets one language as a prop. */
export function messagesFor(locale: Locale): Messages {
  return catalogs[locale];
}
