import type { UserId } from "#lib/core/ids.ts";

/** What a sealed secret belongs to: it opens for no other user. */
export function secretPlace(userId: UserId): string {
  return `second-factor ${userId}`;
}
