"use client";

import { createContext, type ReactNode, useContext, useMemo } from "react";
import { type Messages, type Say, speaker } from "#components/checkout/messages/translate.ts";

/** A BCP 47 tag for Intl, and its words. */
export type Language = { locale: string; messages: Messages };

type Spoken = { locale: string; say: Say };

const SpokenLanguage = createContext<Spoken | null>(null);

/** Gives everything inside the words of one language, which the server chose: they come with the page, not as script. */
export function LanguageProvider({ locale, messages, children }: Language & { children: ReactNode }) {
  const spoken = useMemo(() => ({ locale, say: speaker(messages) }), [locale, messages]);
  return <SpokenLanguage value={spoken}>{children}</SpokenLanguage>;
}

/** @throws Error outside of a {@link LanguageProvider}. */
export function useLanguage(): Spoken {
  const spoken = useContext(SpokenLanguage);
  if (spoken === null) throw new Error("the checkout speaks no language here");
  return spoken;
}
