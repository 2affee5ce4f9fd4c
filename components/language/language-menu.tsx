"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { localeNames, menuNames } from "#components/language/locale-names.ts";
import { localizedUrl } from "#components/language/localized-url.ts";
import { ChevronIcon, GlobeIcon } from "#components/ui/icons.tsx";
import { htmlLang, type Locale, locales } from "#lib/core/locales.ts";

/** Links to this page in each language. They work without JavaScript, and the server remembers the choice. */
export function LanguageMenu({ locale }: { locale: Locale }) {
  const pathname = usePathname();
  const query = useSearchParams();
  const label = menuNames[locale];
  return (
    <details className="group relative">
      <summary className="inline-flex min-h-11 cursor-pointer list-none items-center gap-1.5 rounded-lg px-3 hover:text-ink [&::-webkit-details-marker]:hidden">
        <GlobeIcon className="size-4" />
        <span className="sr-only">{label}: </span>
        {localeNames[locale]}
        <ChevronIcon className="size-4 rotate-180 group-open:rotate-0" />
      </summary>
      <nav
        aria-label={label}
        className="absolute start-0 bottom-full z-10 mb-1 rounded-xl border border-line bg-surface p-1 text-ink shadow-card"
      >
        <ul>
          {locales.map((one) => (
            <li key={one}>
              <a
                href={localizedUrl(pathname, query, one)}
                hrefLang={htmlLang(one)}
                lang={htmlLang(one)}
                aria-current={one === locale ? "true" : undefined}
                className="flex min-h-11 items-center rounded-lg px-4 whitespace-nowrap hover:bg-sunken aria-[current]:font-semibold aria-[current]:text-accent"
              >
                <bdi>{localeNames[one]}</bdi>
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </details>
  );
}
