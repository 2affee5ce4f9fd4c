import { isGranted, type Role, roles } from "#lib/core/roles.ts";

/** What each role may do, in a sentence. */
export const roleWords: Readonly<Record<Role, string>> = {
  owner: "Everything, and who else is an owner.",
  admin: "Everything but owners and the API version.",
  developer: "Sees everything, creates and cancels payments, and has the API keys.",
  viewer: "Sees everything and changes nothing.",
};

/** The roles that somebody may give to others. */
export function rolesToGive(own: Role): readonly Role[] {
  return roles.filter((role) => role !== "owner" || isGranted(own, "owners:write"));
}

/** True when somebody may change what a member with this role is. */
export function mayManage(own: Role, role: Role): boolean {
  return isGranted(own, role === "owner" ? "owners:write" : "members:write");
}
