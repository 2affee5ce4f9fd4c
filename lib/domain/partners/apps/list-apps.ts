import { database } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { type StoredApp, selectApps } from "#lib/domain/partners/apps/repository.ts";

/** All apps of a partner, the oldest first, revoked ones among them. */
export function listApps(scope: PartnerScope): Promise<StoredApp[]> {
  return selectApps(database, scope);
}
