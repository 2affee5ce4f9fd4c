"use client";

import { createContext, type ReactNode, useContext } from "react";
import { createTranslator, type Messages } from "#components/checkout/messages/messages.ts";
import { ActionButton } from "#components/ui/action-button.tsx";
import { digestOf } from "#components/ui/failed-page.tsx";
import { Notice } from "#components/ui/notice.tsx";

type FailureMessages = Pick<Messages, "page.failed" | "page.failedText" | "page.errorId" | "sign.again">;

const FailureMessagesContext = createContext<FailureMessages | null>(null);

/** Keeps the messages of {@link FailedBuyerPage}, because a page that failed has no others. */
export function FailureMessagesProvider({ messages, children }: { messages: FailureMessages; children: ReactNode }) {
  return <FailureMessagesContext value={messages}>{children}</FailureMessagesContext>;
}

type FailedBuyerPageProps = { error: unknown; retry: () => void };

/** Replaces a buyer's page that failed to render, in the visitor's language. */
export function FailedBuyerPage({ error, retry }: FailedBuyerPageProps) {
  const messages = useContext(FailureMessagesContext);
  if (messages === null) throw new Error("FailedBuyerPage needs a FailureMessagesProvider above it");
  const t = createTranslator(messages as Messages);
  const digest = digestOf(error);
  return (
    <main className="flex grow flex-col items-center justify-center px-4 py-10">
      <Notice title={t("page.failed")}>
        <p>{t("page.failedText")}</p>
        {digest !== null && <p className="text-sm break-all">{t("page.errorId", { id: digest })}</p>}
        <ActionButton look="primary" onClick={retry}>
          {t("sign.again")}
        </ActionButton>
      </Notice>
    </main>
  );
}
