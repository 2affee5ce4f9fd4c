import type { PartnerId, TestPartnerId } from "#lib/core/ids.ts";

/** Money moves in a live account only. */
export type AccountMode = "live" | "test";

/** True for a partner's test account. The database has the same rule as `is_test_account`. */
export function isTestAccount(partnerId: PartnerId): partnerId is TestPartnerId {
  return partnerId.startsWith("test_");
}

/** Returns the mode of an account, and so of all that belongs to it. It never changes. */
export function modeOf(partnerId: PartnerId): AccountMode {
  return isTestAccount(partnerId) ? "test" : "live";
}
