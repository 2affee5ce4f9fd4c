import { headers } from "next/headers";
import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { PageFooter } from "#app/page-footer.tsx";
import { visitorLocale } from "#app/visitor-locale.ts";
import { messagesOf } from "#components/checkout/messages/messages-of.ts";
import { EmbedFrame } from "#components/embed/embed-frame.tsx";

type Props = { children: ReactNode; params: Promise<{ paymentId: string }> };

/** The checkout without anything around it. Opened by anybody but a listed origin, it is the page of its own, in no frame. */
export default async function EmbedLayout({ children, params }: Props) {
  const { paymentId } = await params;
  const origin = (await headers()).get("x-till-embed-origin");
  if (origin === null) redirect(`/pay/${encodeURIComponent(paymentId)}`);
  // Named, because the shop's page has its own main part.
  const name = messagesOf(await visitorLocale())["paid.payment"];
  return (
    <EmbedFrame host={{ origin, paymentId }}>
      <main aria-label={name} className="flex flex-col items-center px-4 pt-1">
        {children}
      </main>
      <PageFooter />
    </EmbedFrame>
  );
}
