import type { Metadata } from "next";
import PayPage, { generateMetadata as payMetadata } from "#app/(buyer)/(checkout)/pay/[paymentId]/page.tsx";

type Props = { params: Promise<{ paymentId: string }> };

export function generateMetadata(props: Props): Promise<Metadata> {
  return payMetadata(props);
}

/** The same page as `/pay`. The layout makes it embeddable. */
export default function EmbedPage(props: Props) {
  return <PayPage {...props} />;
}
