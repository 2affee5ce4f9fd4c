import { OperatorLine } from "#app/operator-line.tsx";
import { visitorLocale } from "#app/visitor-locale.ts";
import { LanguageMenu } from "#components/language/language-menu.tsx";
import { Wordmark } from "#components/ui/wordmark.tsx";

/** The footer of buyer pages, with the language menu and the operator. */
export async function PageFooter() {
  const locale = await visitorLocale();
  return (
    <footer className="mx-auto flex w-full max-w-4xl flex-wrap items-center justify-between gap-x-4 px-4 py-4 text-sm text-ink-muted print:hidden">
      <LanguageMenu locale={locale} />
      <OperatorLine locale={locale} className="px-3 max-sm:order-last max-sm:basis-full" />
      <Wordmark className="px-3" />
    </footer>
  );
}
