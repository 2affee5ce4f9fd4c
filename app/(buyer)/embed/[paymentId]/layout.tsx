import { headers } from "next/headers";
import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { PageFooter } from "#app/page-footer.tsx";
import { visitorLocale } from "#app/visitor-locale.ts";
import { messagesFor } from "#components/checkout/messages/messages-for.ts";
import { EmbedFrame } from "#components/embed/embed-frame.tsx";
import { pageHeaders } from "#lib/core/page-headers.ts";

type Props = { children: ReactNode; params: Promise<{ paymentId: string }> };

/** The checkout inside a shop's page. Without a listed origin it redirects to `/pay`, which can't be framed. */
export default async function EmbedLayout({ children, params }: Props) {
  const { paymentId } = await params;
  const origin = (await headers()).get(pageHeaders.embedOrigin);
  if (origin === null) redirect(`/pay/${encodeURIComponent(paymentId)}`);
  // Labelled, because the shop's page has a main landmark of its own.
  const label = messagesFor(await visitorLocale())["page.label"];
  return (
    <EmbedFrame host={{ origin, paymentId }}>
      <main aria-label={label} className="flex flex-col items-center px-4 pt-1">
        {children}
      </main>
      <PageFooter />
    </EmbedFrame>
  );
}
