import { isGranted, type Role, roles } from "#lib/core/roles.ts";

/** What each role may do, in a sentence. */
export const roleWords: Readonly<Record<Role, string>> = {
  owner: "Full access, including owners and the API version.",
  admin: "Full access except owners and the API version.",
  developer: "Can view the dashboard, create and cancel payments, and manage API keys.",
  viewer: "Can view the dashboard but not change anything.",
};

/** The roles that somebody may give to others. */
export function rolesToGive(own: Role): readonly Role[] {
  return roles.filter((role) => role !== "owner" || isGranted(own, "owners:write"));
}

/** True when somebody may change what a member with this role is. */
export function mayManage(own: Role, role: Role): boolean {
  return isGranted(own, role === "owner" ? "owners:write" : "members:write");
}
