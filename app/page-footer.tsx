import { headers } from "next/headers";
import { visitorLocale } from "#app/visitor-locale.ts";
import { LanguageMenu } from "#components/language/language-menu.tsx";
import { Wordmark } from "#components/ui/wordmark.tsx";

/** At the foot of what buyers see: the languages, and whose page it is. */
export async function PageFooter() {
  const address = (await headers()).get("x-till-address");
  const locale = await visitorLocale();
  return (
    <footer className="mx-auto flex w-full max-w-4xl items-center justify-between gap-4 px-4 py-4 text-sm text-ink-muted print:hidden">
      {address === null ? <span /> : <LanguageMenu locale={locale} address={address} />}
      <Wordmark className="px-3" />
    </footer>
  );
}
