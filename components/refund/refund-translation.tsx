"use client";

import { createContext, type ReactNode, useContext, useMemo } from "react";
import {
  createRefundTranslator,
  type RefundMessages,
  type TranslateRefund,
} from "#components/refund/messages/refund-messages.ts";

const RefundTranslationContext = createContext<TranslateRefund | null>(null);

/** Provides the refund page's own messages in the language that the server chose. */
export function RefundTranslationProvider({ messages, children }: { messages: RefundMessages; children: ReactNode }) {
  const t = useMemo(() => createRefundTranslator(messages), [messages]);
  return <RefundTranslationContext value={t}>{children}</RefundTranslationContext>;
}

/** @throws Error outside a {@link RefundTranslationProvider}. */
export function useRefundTranslation(): TranslateRefund {
  const t = useContext(RefundTranslationContext);
  if (t === null) throw new Error("useRefundTranslation needs a RefundTranslationProvider above it");
  return t;
}
