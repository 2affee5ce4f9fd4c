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
 * Narrows a partner's scope to the merchant of a Merchant-Id header. Remembers who belongs to whom for at most 5 s;
 * what must not happen with a merchant deleted meanwhile is refused by the statement that does it.
 * @throws TillError `forbidden` when the id is unknown, deleted or another partner's (WIRE, Headers).
 */
export async function enterMerchant(scope: PartnerScope, id: string): Promise<MerchantScope> {
  const cacheKey = cacheKeyOf(scope, id);
  const known = cache().get(cacheKey);
  if (known !== undefined) return known;
  if (!isId("mrch", id) || !(await isMerchantOf(database, scope, id))) throw new TillError("forbidden");
  const entered = { ...scope, merchantId: id };
  cache().set(cacheKey, entered);
  return entered;
}

/** Lets this process see at once that a merchant was deleted; others see it within 5 s. */
export function forgetMerchant(scope: PartnerScope, id: string): void {
  cache().delete(cacheKeyOf(scope, id));
}
