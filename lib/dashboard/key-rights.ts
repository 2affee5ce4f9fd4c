import { isGranted, type Right, type Role } from "#lib/core/roles.ts";
import { type Permission, permissions } from "#lib/domain/partners/api-keys/permissions.ts";

/** The right a member needs to grant each permission to a key. */
const rightOfPermission: Readonly<Record<Permission, Right>> = {
  "payments:read": "read",
  "payments:write": "payments:write",
  "refunds:write": "refunds:write",
  "merchants:read": "read",
  "merchants:write": "merchants:write",
  "settlements:write": "settlements:write",
  "events:read": "read",
  "webhooks:read": "read",
  /** An endpoint receives everything that a key can read. */
  "webhooks:write": "keys:write",
  /** Acts as a buyer's wallet on the partner's payments. */
  gateway: "payments:write",
};

/** Permissions for changes that the dashboard makes only after a proof, such as where money goes and what buyers see. */
export const permissionsToProve: readonly Permission[] = ["merchants:write", "settlements:write", "webhooks:write"];

/** Returns the permissions that a role may grant to a key. */
export function permissionsToGive(role: Role): Permission[] {
  return permissions.filter((permission) => isGranted(role, rightOfPermission[permission]));
}
