import { visitorLocale } from "#app/visitor-locale.ts";
import { FormLanguage } from "#components/collect/form-language.tsx";
import { FormOutcome } from "#components/collect/form-outcome.tsx";
import { formMessagesOf } from "#components/collect/messages/form-messages-of.ts";

export default async function FormNotFound() {
  return (
    <div className="w-full max-w-md rounded-2xl border border-line bg-surface p-6 shadow-card sm:p-8">
      <FormLanguage messages={formMessagesOf(await visitorLocale())}>
        <FormOutcome kind="unknown" />
      </FormLanguage>
    </div>
  );
}
