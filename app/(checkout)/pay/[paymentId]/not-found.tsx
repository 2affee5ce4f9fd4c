import { visitorLocale } from "#app/visitor-locale.ts";
import { messagesOf } from "#components/checkout/messages/messages-of.ts";
import { speaker } from "#components/checkout/messages/translate.ts";
import { Notice } from "#components/ui/notice.tsx";

export default async function PaymentNotFound() {
  const say = speaker(messagesOf(await visitorLocale()));
  return (
    <Notice title={say("page.unknownTitle")}>
      <p>{say("page.unknownLink")}</p>
      <p>{say("page.unknownAsk")}</p>
    </Notice>
  );
}
