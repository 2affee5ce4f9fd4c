"use client";

import { createContext, type ReactNode, useContext, useMemo } from "react";
import { createTranslator, type Messages, type Translate } from "#components/checkout/messages/messages.ts";

type Translation = {
  /** A BCP 47 tag for Intl. */
  locale: string;
  t: Translate;
};

const TranslationContext = createContext<Translation | null>(null);

type TranslationProviderProps = { locale: string; messages: Messages; children: ReactNode };

/** Provides the language that the server chose. Its messages arrive as page data, so no other language is downloaded. */
export function TranslationProvider({ locale, messages, children }: TranslationProviderProps) {
  const translation = useMemo(() => ({ locale, t: createTranslator(messages) }), [locale, messages]);
  return <TranslationContext value={translation}>{children}</TranslationContext>;
}

/** @throws Error outside a {@link TranslationProvider}. */
export function useTranslation(): Translation {
  const translation = useContext(TranslationContext);
  if (translation === null) throw new Error("useTranslation needs a TranslationProvider above it");
  return translation;
}
