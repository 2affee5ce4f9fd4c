"use client";

import { useQuery } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { keyOf } from "#components/dashboard/data/queries.ts";
import { fetchQuery } from "#components/dashboard/data/rpc-client.ts";
import { isWithin, type NavItem, navItems } from "#components/dashboard/nav.ts";
import { ScrollingLinks } from "#components/dashboard/scrolling-links.tsx";
import {
  CodeIcon,
  CustomersIcon,
  GearIcon,
  OverviewIcon,
  PaymentsIcon,
  SettlementsIcon,
  ShopIcon,
} from "#components/ui/icons.tsx";
import { Link } from "#components/ui/link.tsx";
import { isGranted, type Role } from "#lib/core/roles.ts";
import { renderedPath } from "#lib/core/test-pages.ts";

const icons: Record<NavItem["icon"], typeof CodeIcon> = {
  overview: OverviewIcon,
  payments: PaymentsIcon,
  customers: CustomersIcon,
  settlements: SettlementsIcon,
  merchants: ShopIcon,
  developers: CodeIcon,
  settings: GearIcon,
};

/** The main navigation: a column next to the page, or a row above it on a phone. */
export function NavLinks({ role }: { role: Role }) {
  const pathname = renderedPath(usePathname());
  return (
    <ScrollingLinks className="sm:gap-1 lg:flex-col">
      {navItems
        .filter(({ right }) => isGranted(role, right))
        .map(({ href, label, icon }) => {
          const isCurrent = isWithin(pathname, href);
          const look = isCurrent
            ? "bg-accent-wash font-medium text-accent"
            : "text-ink-muted hover:bg-sunken hover:text-ink";
          const ItemIcon = icons[icon];
          return (
            <li key={href}>
              <Link
                href={href}
                aria-current={isCurrent ? "page" : undefined}
                className={`flex min-h-10 items-center gap-3 rounded-lg px-2 text-sm whitespace-nowrap max-sm:text-[0.8125rem] sm:px-3 pointer-coarse:min-h-11 ${look}`}
              >
                <ItemIcon className="hidden size-4.5 shrink-0 lg:block" />
                {label}
                {icon === "overview" && <AttentionCount />}
              </Link>
            </li>
          );
        })}
    </ScrollingLinks>
  );
}

/** Longer than on the overview, which shows the items themselves. */
const refetchMs = 60_000;

/** The server lists at most this many items of each kind. */
const max = 6;

/** The number of items under "Needs attention". */
function AttentionCount() {
  const { data } = useQuery({
    // Not the overview's key: a query under way here would take the place of the data that came with that page.
    queryKey: [...keyOf("overview.attention", {}), "count"],
    queryFn: ({ signal }) => fetchQuery("overview.attention", {}, signal),
    refetchInterval: refetchMs,
    staleTime: refetchMs,
    // A member who returns to this tab may have signed in as another one meanwhile, which any call notices.
    refetchOnWindowFocus: "always",
  });
  if (data === undefined) return null;
  const lists = [data.settlements, data.exceptions, data.merchants, data.keys];
  const count = lists.reduce((sum, { length }) => sum + length, 0);
  if (count === 0) return null;
  const shown = lists.some(({ length }) => length === max) ? `${count - 1}+` : String(count);
  return (
    <span className="-ml-1.5 rounded-full bg-critical-wash px-1.5 text-xs/5 font-medium text-critical tabular-nums lg:ml-auto">
      {shown}
      <span className="sr-only"> need attention</span>
    </span>
  );
}
