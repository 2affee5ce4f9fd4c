import { visitorLocale } from "#app/visitor-locale.ts";
import { LanguageMenu } from "#components/language/language-menu.tsx";
import { Wordmark } from "#components/ui/wordmark.tsx";

/** The footer of buyer pages, with the language menu. */
export async function PageFooter() {
  return (
    <footer className="mx-auto flex w-full max-w-4xl items-center justify-between gap-4 px-4 py-4 text-sm text-ink-muted print:hidden">
      <LanguageMenu locale={await visitorLocale()} />
      <Wordmark className="px-3" />
    </footer>
  );
}
