/** What people of a partner are, the mightiest first. */
export const roles = ["owner", "admin", "developer", "viewer"] as const;
export type Role = (typeof roles)[number];

/** What somebody may do in the dashboard. */
export const rights = [
  /** Everything that the dashboard shows, but for what has a right of its own below. */
  "read",
  /** Create and cancel payments. */
  "payments:write",
  /** Mark payments as refunded. */
  "refunds:write",
  /** Settle money that lies in the treasury, or again what did not go through. */
  "payouts:write",
  /** Merchants themselves. */
  "merchants:write",
  /** Where merchants' money goes. */
  "settlements:write",
  /** API keys, apps, and the sites that may embed the checkout. */
  "keys:write",
  /** What was asked of the API. */
  "requests:read",
  /** What buyers are asked for, and the partner's name. */
  "settings:write",
  /** Who else works here, but for owners. */
  "members:write",
  "audit:read",
  /** Owners come and go by owners alone. */
  "owners:write",
  /** The API version that the partner is pinned to. */
  "version:write",
] as const;
export type Right = (typeof rights)[number];

const viewer: readonly Right[] = ["read"];
const developer: readonly Right[] = [...viewer, "payments:write", "keys:write", "requests:read"];
const admin: readonly Right[] = [
  ...developer,
  "refunds:write",
  "payouts:write",
  "merchants:write",
  "settlements:write",
  "settings:write",
  "members:write",
  "audit:read",
];
const granted: Readonly<Record<Role, ReadonlySet<Right>>> = {
  viewer: new Set(viewer),
  developer: new Set(developer),
  admin: new Set(admin),
  owner: new Set(rights),
};

/** True when the role includes the right. */
export function isGranted(role: Role, right: Right): boolean {
  return granted[role].has(right);
}
