import type { en } from "#components/checkout/transfer/messages/en.ts";
import { type Translated, type TranslateOf, translatorFor } from "#components/language/translator.ts";

/** The messages of transfers in one language. */
export type TransferMessages = Translated<typeof en>;

export type TransferMessageKey = keyof typeof en;

export type TranslateTransfer = TranslateOf<typeof en>;

export const createTransferTranslator = translatorFor<typeof en>;
