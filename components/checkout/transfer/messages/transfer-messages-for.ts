import { ar } from "#components/checkout/transfer/messages/ar.ts";
import { de } from "#components/checkout/transfer/messages/de.ts";
import { en } from "#components/checkout/transfer/messages/en.ts";
import { es } from "#components/checkout/transfer/messages/es.ts";
import { fr } from "#components/checkout/transfer/messages/fr.ts";
import { pt } from "#components/checkout/transfer/messages/pt.ts";
import type { TransferMessages } from "#components/checkout/transfer/messages/transfer-messages.ts";
import { zh } from "#components/checkout/transfer/messages/zh.ts";
import type { Locale } from "#lib/core/locales.ts";

const catalogs: Readonly<Record<Locale, TransferMessages>> = { en, es, de, fr, pt, zh, ar };

/** Returns the messages of transfers in a language. Server only: the browser gets one language as a prop. */
export function transferMessagesFor(locale: Locale): TransferMessages {
  return catalogs[locale];
}
