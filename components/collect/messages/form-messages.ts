import type { en } from "#components/collect/messages/en.ts";
import { type SayOf, speakerOf, type WordsOf } from "#components/language/speaker.ts";

/** The form's words in one language: every key of the English ones. */
export type FormMessages = WordsOf<typeof en>;

export type FormSay = SayOf<typeof en>;

/** What the form says in one language. */
export const formSpeaker = speakerOf<typeof en>;
