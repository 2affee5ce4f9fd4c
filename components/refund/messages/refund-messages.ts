import { type Translated, type TranslateOf, translatorFor } from "#components/language/translator.ts";
import type { en, enWallet } from "#components/refund/messages/en.ts";

/** The refund page's own messages in one language. */
export type RefundMessages = Translated<typeof en>;

/** The checkout's messages that the refund page replaces, in one language. */
export type WalletMessages = Translated<typeof enWallet>;

export type TranslateRefund = TranslateOf<typeof en>;

export const createRefundTranslator = translatorFor<typeof en>;
