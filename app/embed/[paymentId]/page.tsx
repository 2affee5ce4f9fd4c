import type { Metadata } from "next";
import PayPage, { generateMetadata as payMetadata } from "#app/(checkout)/pay/[paymentId]/page.tsx";

type Props = { params: Promise<{ paymentId: string }> };

export function generateMetadata(props: Props): Promise<Metadata> {
  return payMetadata(props);
}

/** The very checkout of `/pay`, in a shop's frame: the layout makes the difference. */
export default function EmbedPage(props: Props) {
  return <PayPage {...props} />;
}
