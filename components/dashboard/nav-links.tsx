"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { isWithin, navItems } from "#components/dashboard/nav.ts";
import { isGranted, type Role } from "#lib/core/roles.ts";

/** The main navigation: a column next to the page, or a row above it on a phone. */
export function NavLinks({ role }: { role: Role }) {
  const pathname = usePathname();
  return (
    <ul className="flex overflow-x-auto sm:gap-1 lg:flex-col">
      {navItems
        .filter(({ right }) => isGranted(role, right))
        .map(({ href, label }) => {
          const isCurrent = isWithin(pathname, href);
          const look = isCurrent
            ? "bg-accent-wash font-medium text-accent"
            : "text-ink-muted hover:bg-sunken hover:text-ink";
          return (
            <li key={href}>
              <Link
                href={href}
                aria-current={isCurrent ? "page" : undefined}
                className={`flex min-h-10 items-center rounded-lg px-2 text-sm whitespace-nowrap max-sm:text-[0.8125rem] sm:px-3 pointer-coarse:min-h-11 ${look}`}
              >
                {label}
              </Link>
            </li>
          );
        })}
    </ul>
  );
}
