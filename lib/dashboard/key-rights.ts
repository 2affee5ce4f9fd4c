import { isGranted, type Right, type Role } from "#lib/core/roles.ts";
import { type Permission, permissions } from "#lib/domain/partners/api-keys/permissions.ts";

/** What somebody must be allowed to do themselves before they give it to a key. */
const rightOfPermission: Readonly<Record<Permission, Right>> = {
  "payments:read": "read",
  "payments:write": "payments:write",
  "refunds:write": "refunds:write",
  "merchants:read": "read",
  "merchants:write": "merchants:write",
  "settlements:write": "settlements:write",
  /** Acts as a buyer's wallet, on payments that the partner has made. */
  gateway: "payments:write",
};

/** The permissions that a role may give to a key. */
export function permissionsToGive(role: Role): Permission[] {
  return permissions.filter((permission) => isGranted(role, rightOfPermission[permission]));
}
