import { isGranted, type Role, roles } from "#lib/core/roles.ts";

/** A description of each role. */
export const roleWords: Readonly<Record<Role, string>> = {
  owner: "Full access, including owners and the API version.",
  admin: "Full access except owners and the API version.",
  developer: "Can view the dashboard, create and cancel payments, and manage API keys and webhooks.",
  viewer: "Can view the dashboard but not change anything.",
};

/** Returns the roles that a member with this role may assign. */
export function rolesToGive(own: Role): readonly Role[] {
  return roles.filter((role) => role !== "owner" || isGranted(own, "owners:write"));
}

/** True when a member with the role `own` may manage a member with `role`. */
export function mayManage(own: Role, role: Role): boolean {
  return isGranted(own, role === "owner" ? "owners:write" : "members:write");
}
