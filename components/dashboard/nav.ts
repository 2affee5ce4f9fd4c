import type { Right } from "#lib/core/roles.ts";

export type NavItem = { href: string; label: string; right: Right };

/** The pages of the main navigation, in order. */
export const navItems: readonly NavItem[] = [
  { href: "/dashboard", label: "Overview", right: "read" },
  { href: "/dashboard/payments", label: "Payments", right: "read" },
  { href: "/dashboard/settlements", label: "Settlements", right: "read" },
  { href: "/dashboard/merchants", label: "Merchants", right: "read" },
  { href: "/dashboard/developers", label: "Developers", right: "read" },
  { href: "/dashboard/settings", label: "Settings", right: "read" },
];

/** True when the path is the item's page or below it. */
export function isWithin(pathname: string, href: string): boolean {
  return href === "/dashboard" ? pathname === href : pathname === href || pathname.startsWith(`${href}/`);
}
