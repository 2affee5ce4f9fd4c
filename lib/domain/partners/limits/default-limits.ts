import type { LimitedKind } from "#lib/domain/partners/limits/repository.ts";
import { env } from "#lib/env/env.ts";

/** The limits of partners without their own. */
export function defaultLimits(): Record<LimitedKind, number> {
  const { LIMIT_API_KEYS, LIMIT_APPS, LIMIT_MERCHANTS, LIMIT_INVITATIONS, LIMIT_LOGOS_PER_DAY } = env();
  return {
    apiKeys: LIMIT_API_KEYS,
    apps: LIMIT_APPS,
    merchants: LIMIT_MERCHANTS,
    invitations: LIMIT_INVITATIONS,
    logos: LIMIT_LOGOS_PER_DAY,
  };
}
