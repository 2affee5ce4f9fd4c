import { LRUCache } from "lru-cache";
import { TillError } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { database } from "#lib/db/pool.ts";
import type { MerchantScope, PartnerScope } from "#lib/db/scope.ts";
import { isMerchantOf } from "#lib/domain/merchants/repository.ts";

const cache = processSingleton("merchants", () => new LRUCache<string, MerchantScope>({ max: 50_000, ttl: 5_000 }));

const cacheKeyOf = (scope: PartnerScope, id: string) => `${scope.partnerId} ${id}`;

/**
 * Narrows a partner's scope to the merchant of a Merchant-Id header. Ownership is cached for up to 5 s, so statements
 * that must not run for a merchant deleted within that time check for themselves.
 * @throws TillError `forbidden` when the id is unknown, deleted or another partner's (WIRE, Headers).
 */
export async function getMerchantScope(scope: PartnerScope, id: string): Promise<MerchantScope> {
  const cacheKey = cacheKeyOf(scope, id);
  const cached = cache().get(cacheKey);
  if (cached !== undefined) return cached;
  if (!isId("mrch", id) || !(await isMerchantOf(database, scope, id))) throw new TillError("forbidden");
  const narrowed = { ...scope, merchantId: id };
  cache().set(cacheKey, narrowed);
  return narrowed;
}

/** Drops a deleted merchant from this process's cache; other processes notice within 5 s. */
export function forgetMerchantScope(scope: PartnerScope, id: string): void {
  cache().delete(cacheKeyOf(scope, id));
}
