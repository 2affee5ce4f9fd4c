import "#app/_styles/buyer.css";
import type { ReactNode } from "react";
import { RootDocument, rootMetadata, rootViewport } from "#app/root-document.tsx";
import { visitorLocale } from "#app/visitor-locale.ts";
import { FailureMessagesProvider } from "#components/checkout/failed-buyer-page.tsx";
import { messagesFor } from "#components/checkout/messages/messages-for.ts";

export const metadata = rootMetadata;
export const viewport = rootViewport;

export default async function BuyerRoot({ children }: { children: ReactNode }) {
  const messages = messagesFor(await visitorLocale());
  return (
    <RootDocument>
      <FailureMessagesProvider
        messages={{
          "page.failed": messages["page.failed"],
          "page.failedText": messages["page.failedText"],
          "page.errorId": messages["page.errorId"],
          "sign.again": messages["sign.again"],
        }}
      >
        {children}
      </FailureMessagesProvider>
    </RootDocument>
  );
}
