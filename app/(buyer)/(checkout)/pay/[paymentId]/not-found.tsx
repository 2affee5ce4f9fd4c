import { visitorLocale } from "#app/visitor-locale.ts";
import { createTranslator } from "#components/checkout/messages/messages.ts";
import { messagesFor } from "#components/checkout/messages/messages-for.ts";
import { Notice } from "#components/ui/notice.tsx";

export default async function PaymentNotFound() {
  const t = createTranslator(messagesFor(await visitorLocale()));
  return (
    <Notice title={t("page.notFound")}>
      <p>{t("page.checkLink")}</p>
      <p>{t("page.askForLink")}</p>
    </Notice>
  );
}
