/** Permissions that an API key can have. Keys have permissions, not roles. */
export const permissions = [
  "payments:read",
  "payments:write",
  "refunds:write",
  "merchants:read",
  "merchants:write",
  "settlements:write",
  "events:read",
  "webhooks:read",
  "webhooks:write",
  "gateway",
] as const;
export type Permission = (typeof permissions)[number];

/** Decide where money goes, and where everything about payments is sent. */
const namedOnly: readonly Permission[] = ["settlements:write", "webhooks:write"];

/** The permissions of a new key that names none. */
export const defaultPermissions = permissions.filter((permission) => !namedOnly.includes(permission));
