/** The roles of a partner's users, most privileged first. */
export const roles = ["owner", "admin", "developer", "viewer"] as const;
export type Role = (typeof roles)[number];

/** The rights in the dashboard. */
export const rights = [
  /** View everything that has no separate right below. */
  "read",
  /** Create and cancel payments. */
  "payments:write",
  /** Mark payments as refunded, ask the merchant's wallet to pay refunds, and return held money to buyers. */
  "refunds:write",
  /** Start held payouts and retry failed ones. */
  "payouts:write",
  /** Create, change and delete merchants. */
  "merchants:write",
  /** Change settlement destinations. */
  "settlements:write",
  /** Manage API keys, webhook endpoints, apps and the sites that may embed the checkout. */
  "keys:write",
  /** View the API request log. */
  "requests:read",
  /** Change the buyer data policy and the partner's name. */
  "settings:write",
  /** Manage members, except owners. */
  "members:write",
  "audit:read",
  /** Add and remove owners. */
  "owners:write",
  /** Change the pinned API version. */
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
