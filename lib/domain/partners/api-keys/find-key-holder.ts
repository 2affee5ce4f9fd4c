import { LRUCache } from "lru-cache";
import { clock } from "#lib/core/clock.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { batchedRead } from "#lib/db/batched-read.ts";
import { type KeyHolder, recordKeyUse, selectKeyHolders } from "#lib/domain/partners/api-keys/repository.ts";
import { hashSecret, isSecret } from "#lib/domain/partners/api-keys/secret.ts";
import { log } from "#lib/log/log.ts";

/** A revoked key stops working within this time. */
const cachedForMs = 5_000;
const cache = processSingleton("key-holders", () => new LRUCache<string, KeyHolder>({ max: 10_000, ttl: cachedForMs }));

const readKeyHolder = processSingleton("read-key-holder", () => batchedRead(selectKeyHolders));

/**
 * Finds the partner and permissions of a secret; null for a secret that is malformed, unknown, revoked or expired. Caches holders
 * for at most 5 s, by the secret's hash; unknown secrets are not cached. Concurrent look-ups share statements, of which
 * two at most are in flight, so a flood of unknown secrets costs the database little. Records the time of use in the
 * background, at most once a minute.
 */
export async function findKeyHolder(secret: string): Promise<KeyHolder | null> {
  if (!isSecret(secret)) return null;
  const cacheKey = hashSecret(secret).toString("hex");
  const cached = cache().get(cacheKey);
  if (cached !== undefined) return unlessExpired(cached);
  const read = await readKeyHolder()(cacheKey);
  if (read === null) return null;
  const found = read.holder;
  if (unlessExpired(found) === null) return null;
  cache().set(cacheKey, found);
  recordKeyUse(found.keyId, clock.now()).catch((error: unknown) =>
    log().warn({ err: error }, "recording the use of an API key failed"),
  );
  return found;
}

function unlessExpired(holder: KeyHolder): KeyHolder | null {
  return holder.expiresAt !== null && holder.expiresAt <= clock.now() ? null : holder;
}
