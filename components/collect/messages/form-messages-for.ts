import { ar } from "#components/collect/messages/ar.ts";
import { de } from "#components/collect/messages/de.ts";
import { en } from "#components/collect/messages/en.ts";
import { es } from "#components/collect/messages/es.ts";
import type { FormMessages } from "#components/collect/messages/form-messages.ts";
import { fr } from "#components/collect/messages/fr.ts";
import { pt } from "#components/collect/messages/pt.ts";
import { zh } from "#components/collect/messages/zh.ts";
import type { Locale } from "#lib/core/locales.ts";

const catalogs: Readonly<Record<Locale, FormMessages>> = { en, es, de, fr, pt, zh, ar };

/** Returns the form's messages in a language. Server only: the browser gets one language as a prop. */
export function formMessagesFor(locale: Locale): FormMessages {
  return catalogs[locale];
}
