import type { Right } from "#lib/core/roles.ts";

type NavIcon = "overview" | "payments" | "customers" | "settlements" | "merchants" | "developers" | "settings";

export type NavItem = { href: string; label: string; right: Right; icon: NavIcon };

/** The pages of the main navigation, in order. */
export const navItems: readonly NavItem[] = [
  { href: "/dashboard", label: "Overview", right: "read", icon: "overview" },
  { href: "/dashboard/payments", label: "Payments", right: "read", icon: "payments" },
  { href: "/dashboard/customers", label: "Customers", right: "read", icon: "customers" },
  { href: "/dashboard/settlements", label: "Settlements", right: "read", icon: "settlements" },
  { href: "/dashboard/merchants", label: "Merchants", right: "read", icon: "merchants" },
  { href: "/dashboard/developers", label: "Developers", right: "read", icon: "developers" },
  { href: "/dashboard/settings", label: "Settings", right: "read", icon: "settings" },
];

/** True when the path is the item's page or below it. */
export function isWithin(pathname: string, href: string): boolean {
  return href === "/dashboard" ? pathname === href : pathname === href || pathname.startsWith(`${href}/`);
}
