"use client";

import { createContext, type ReactNode, useContext, useMemo } from "react";
import {
  createFormTranslator,
  type FormMessages,
  type TranslateForm,
} from "#components/collect/messages/form-messages.ts";

const FormTranslationContext = createContext<TranslateForm | null>(null);

/** Provides the form's messages in the language that the server chose. */
export function FormTranslationProvider({ messages, children }: { messages: FormMessages; children: ReactNode }) {
  const t = useMemo(() => createFormTranslator(messages), [messages]);
  return <FormTranslationContext value={t}>{children}</FormTranslationContext>;
}

/** @throws Error outside a {@link FormTranslationProvider}. */
export function useFormTranslation(): TranslateForm {
  const t = useContext(FormTranslationContext);
  if (t === null) throw new Error("useFormTranslation needs a FormTranslationProvider above it");
  return t;
}
