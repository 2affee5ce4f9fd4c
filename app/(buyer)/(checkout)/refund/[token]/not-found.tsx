import { visitorLocale } from "#app/visitor-locale.ts";
import { messagesFor } from "#components/checkout/messages/messages-for.ts";
import { refundMessagesFor } from "#components/refund/messages/refund-messages-for.ts";
import { Notice } from "#components/ui/notice.tsx";

export default async function RefundNotFound() {
  const locale = await visitorLocale();
  const messages = refundMessagesFor(locale);
  return (
    <Notice title={messages["refund.notFound"]}>
      <p>{messagesFor(locale)["page.checkLink"]}</p>
      <p>{messages["refund.askForLink"]}</p>
    </Notice>
  );
}
