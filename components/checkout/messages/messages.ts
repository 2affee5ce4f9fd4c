import type { en } from "#components/checkout/messages/en.ts";
import { type Translated, type TranslateOf, translatorFor } from "#components/language/translator.ts";

export type MessageKey = keyof typeof en;

/** The checkout's messages in one language. */
export type Messages = Translated<typeof en>;

export type Translate = TranslateOf<typeof en>;

export const createTranslator = translatorFor<typeof en>;
