"use client";

import { createContext, type ReactNode, useContext, useMemo } from "react";
import {
  createTransferTranslator,
  type TransferMessages,
  type TranslateTransfer,
} from "#components/checkout/transfer/messages/transfer-messages.ts";

const TransferTranslationContext = createContext<TranslateTransfer | null>(null);

/** Provides the messages of transfers in the language that the server chose. */
export function TransferTranslationProvider({
  messages,
  children,
}: {
  messages: TransferMessages;
  children: ReactNode;
}) {
  const t = useMemo(() => createTransferTranslator(messages), [messages]);
  return <TransferTranslationContext value={t}>{children}</TransferTranslationContext>;
}

/** @throws Error outside a {@link TransferTranslationProvider}. */
export function useTransferTranslation(): TranslateTransfer {
  const t = useContext(TransferTranslationContext);
  if (t === null) throw new Error("useTransferTranslation needs a TransferTranslationProvider above it");
  return t;
}
