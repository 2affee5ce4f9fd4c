import type { LeftAccess } from "#lib/domain/partners/members/left-access.ts";
import type { Departure } from "#lib/domain/partners/members/manage-members.ts";

/** Presents what ended with a member's access, and what they leave behind; nulls when no access was lost. */
export function presentDeparture(departure: Departure | null) {
  if (departure === null) return { revokedInvitations: 0, left: null };
  const { revokedInvitations, left } = departure;
  return { revokedInvitations, left: presentLeftAccess(left) };
}

/** Presents what a member has set up and outlasts their access. */
export function presentLeftAccess({ keys, ...others }: LeftAccess) {
  return { keys: keys.map((key) => ({ ...key, lastUsedAt: key.lastUsedAt?.toISOString() ?? null })), ...others };
}
