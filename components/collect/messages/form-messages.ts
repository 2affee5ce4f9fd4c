import type { en } from "#components/collect/messages/en.ts";
import { type Translated, type TranslateOf, translatorFor } from "#components/language/translator.ts";

/** The form's messages in one language. */
export type FormMessages = Translated<typeof en>;

export type TranslateForm = TranslateOf<typeof en>;

export const createFormTranslator = translatorFor<typeof en>;
