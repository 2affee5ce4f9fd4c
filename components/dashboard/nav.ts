import type { Right } from "#lib/core/roles.ts";

export type NavItem = { href: string; label: string; right: Right };

/** The dashboard's pages in the order of the day's work. */
export const navItems: readonly NavItem[] = [
  { href: "/dashboard", label: "Overview", right: "read" },
  { href: "/dashboard/payments", label: "Payments", right: "read" },
  { href: "/dashboard/merchants", label: "Merchants", right: "read" },
  { href: "/dashboard/developers", label: "Developers", right: "read" },
  { href: "/dashboard/settings", label: "Settings", right: "read" },
];

/** True when a page belongs to an item: the page itself, or one below it. */
export function isWithin(pathname: string, href: string): boolean {
  return href === "/dashboard" ? pathname === href : pathname === href || pathname.startsWith(`${href}/`);
}
