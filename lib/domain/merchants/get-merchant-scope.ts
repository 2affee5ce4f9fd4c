import { LRUCache } from "lru-cache";
import { TillError } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { database } from "#lib/db/pool.ts";
import type { MerchantScope, PartnerScope } from "#lib/db/scope.ts";
import { isOrWasMerchantOf } from "#lib/domain/merchants/repository.ts";

const cache = processSingleton("merchants", () => new LRUCache<string, MerchantScope>({ max: 50_000 }));

/**
 * Narrows a partner's scope to one of its merchants, deleted ones included: their payments stay readable, and the statement that
 * inserts a payment refuses new ones. Cached, because a merchant never changes its partner.
 * @returns null when the id is unknown or another partner's.
 */
export async function findMerchantScope(scope: PartnerScope, id: string): Promise<MerchantScope | null> {
  const cacheKey = `${scope.partnerId} ${id}`;
  const cached = cache().get(cacheKey);
  if (cached !== undefined) return cached;
  if (!isId("mrch", id) || !(await isOrWasMerchantOf(database, scope, id))) return null;
  const narrowed = { ...scope, merchantId: id };
  cache().set(cacheKey, narrowed);
  return narrowed;
}

/** The refusal of a Merchant-Id: unknown, another partner's, or not the payment's, without saying which. */
export function wrongMerchant(): TillError {
  return new TillError("forbidden", {
    message: "The Merchant-Id isn't one of this account's merchants, or isn't the merchant of this payment.",
  });
}

/**
 * Narrows a partner's scope to the merchant of a Merchant-Id header, as {@link findMerchantScope} does.
 * @throws TillError `forbidden` when the id is unknown or another partner's: the answers don't differ.
 */
export async function getMerchantScope(scope: PartnerScope, id: string): Promise<MerchantScope> {
  const found = await findMerchantScope(scope, id);
  if (found === null) throw wrongMerchant();
  return found;
}
