import { visitorLocale } from "#app/visitor-locale.ts";
import { FormOutcome } from "#components/collect/form-outcome.tsx";
import { FormTranslationProvider } from "#components/collect/form-translation.tsx";
import { formMessagesFor } from "#components/collect/messages/form-messages-for.ts";

export default async function FormNotFound() {
  return (
    <div className="w-full max-w-md rounded-2xl border border-line bg-surface p-6 shadow-card sm:p-8">
      <FormTranslationProvider messages={formMessagesFor(await visitorLocale())}>
        <FormOutcome kind="unknown" />
      </FormTranslationProvider>
    </div>
  );
}
