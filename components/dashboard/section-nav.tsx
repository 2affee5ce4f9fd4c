"use client";

import { usePathname } from "next/navigation";
import { ScrollingLinks } from "#components/dashboard/scrolling-links.tsx";
import { Link } from "#components/ui/link.tsx";
import { renderedPath } from "#lib/core/test-pages.ts";

type Section = { href: string; label: string };

/** The navigation within a section of the dashboard. The first page has the section's own path. */
export function SectionNav({ label, sections }: { label: string; sections: readonly Section[] }) {
  const pathname = renderedPath(usePathname());
  return (
    <nav aria-label={label} className="border-b border-line">
      <ScrollingLinks className="-mb-px gap-5">
        {sections.map(({ href, label: name }, index) => {
          const isCurrent = index === 0 ? pathname === href : pathname === href || pathname.startsWith(`${href}/`);
          const look = isCurrent
            ? "border-accent font-medium text-ink"
            : "border-transparent text-ink-muted hover:border-line-strong hover:text-ink";
          return (
            <li key={href}>
              <Link
                href={href}
                aria-current={isCurrent ? "page" : undefined}
                className={`flex min-h-11 items-center border-b-2 text-sm whitespace-nowrap -outline-offset-2 ${look}`}
              >
                {name}
              </Link>
            </li>
          );
        })}
      </ScrollingLinks>
    </nav>
  );
}
