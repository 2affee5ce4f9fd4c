/** Permissions that an API key can have. Keys have permissions, not roles (DESIGN, Security). */
export const permissions = [
  "payments:read",
  "payments:write",
  "refunds:write",
  "merchants:read",
  "merchants:write",
  "settlements:write",
  "events:read",
  "gateway",
] as const;
export type Permission = (typeof permissions)[number];

/** The permissions of a new key that names none: all but the one that decides where money goes. */
export const defaultPermissions = permissions.filter((permission) => permission !== "settlements:write");
