import { LRUCache } from "lru-cache";
import { clock } from "#lib/core/clock.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { type KeyHolder, recordKeyUse, selectKeyHolder } from "#lib/domain/partners/api-keys/repository.ts";
import { hashSecret, isSecret } from "#lib/domain/partners/api-keys/secret.ts";
import { log } from "#lib/log/log.ts";

/** A revoked key stops working within this time (THREATS 14). */
const cachedForMs = 5_000;
const cache = processSingleton("key-holders", () => new LRUCache<string, KeyHolder>({ max: 10_000, ttl: cachedForMs }));

/**
 * Finds the partner and permissions of an API key by its secret; null for a secret that is malformed, unknown or
 * revoked. Results are cached for up to 5 s by the secret's hash; unknown secrets are not cached. The time of use is
 * recorded in the background, at most once a minute.
 */
export async function findKeyHolder(secret: string): Promise<KeyHolder | null> {
  if (!isSecret(secret)) return null;
  const hash = hashSecret(secret);
  const cacheKey = hash.toString("base64");
  const cached = cache().get(cacheKey);
  if (cached !== undefined) return cached;
  const found = await selectKeyHolder(hash);
  if (found === null) return null;
  cache().set(cacheKey, found);
  recordKeyUse(found.keyId, clock.now()).catch((error: unknown) =>
    log().warn({ err: error }, "recording the use of an API key failed"),
  );
  return found;
}
