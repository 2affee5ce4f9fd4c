import type { en } from "#components/checkout/messages/en.ts";
import { type SayOf, speakerOf, type WordsOf } from "#components/language/speaker.ts";

export type MessageKey = keyof typeof en;

/** The checkout's words in one language: every key of the English ones. */
export type Messages = WordsOf<typeof en>;

export type Say = SayOf<typeof en>;

/** What the checkout says in one language. */
export const speaker = speakerOf<typeof en>;
