import type { Messages } from "#components/checkout/messages/messages.ts";
import { messagesFor } from "#components/checkout/messages/messages-for.ts";
import { ar, arWallet } from "#components/refund/messages/ar.ts";
import { de, deWallet } from "#components/refund/messages/de.ts";
import { en, enWallet } from "#components/refund/messages/en.ts";
import { es, esWallet } from "#components/refund/messages/es.ts";
import { fr, frWallet } from "#components/refund/messages/fr.ts";
import { pt, ptWallet } from "#components/refund/messages/pt.ts";
import type { RefundMessages, WalletMessages } from "#components/refund/messages/refund-messages.ts";
import { zh, zhWallet } from "#components/refund/messages/zh.ts";
import type { Locale } from "#lib/core/locales.ts";

const catalogs: Readonly<Record<Locale, RefundMessages>> = { en, es, de, fr, pt, zh, ar };
const walletCatalogs: Readonly<Record<Locale, WalletMessages>> = {
  en: enWallet,
  es: esWallet,
  de: deWallet,
  fr: frWallet,
  pt: ptWallet,
  zh: zhWallet,
  ar: arWallet,
};

/** Returns the refund page's own messages in a language. Server only: the browser gets one language as a prop. */
export function refundMessagesFor(locale: Locale): RefundMessages {
  return catalogs[locale];
}

/** Returns the checkout's messages that the refund page replaces, in a language. */
export function replacedMessagesFor(locale: Locale): WalletMessages {
  return walletCatalogs[locale];
}

/** Returns the checkout's messages as the wallet parts of the refund page need them. Server only. */
export function refundWalletMessagesFor(locale: Locale): Messages {
  return { ...messagesFor(locale), ...walletCatalogs[locale] };
}
