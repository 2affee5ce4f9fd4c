import { LRUCache } from "lru-cache";
import { clock } from "#lib/core/clock.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";
import {
  type KeyHolder,
  noteKeyUse,
  findKeyHolder as readKeyHolder,
} from "#lib/domain/partners/api-keys/repository.ts";
import { hashSecret, isSecret } from "#lib/domain/partners/api-keys/secret.ts";
import { log } from "#lib/log/log.ts";

/** A revoked key is out within this time (THREATS 14). */
const cachedForMs = 5_000;
const cache = processSingleton("key-holders", () => new LRUCache<string, KeyHolder>({ max: 10_000, ttl: cachedForMs }));

/**
 * The partner that a secret acts for, with what the key may do; null for a secret that is malformed, unknown or
 * revoked. Remembers an answer for at most 5 s, by the secret's hash; unknown secrets are not remembered.
 * The use is noted beside, to the minute.
 */
export async function findKeyHolder(secret: string): Promise<KeyHolder | null> {
  if (!isSecret(secret)) return null;
  const hash = hashSecret(secret);
  const cacheKey = hash.toString("base64");
  const known = cache().get(cacheKey);
  if (known !== undefined) return known;
  const found = await readKeyHolder(hash);
  if (found === null) return null;
  cache().set(cacheKey, found);
  noteKeyUse(found.keyId, clock.now()).catch((error: unknown) =>
    log().warn({ err: error }, "a key's use was not noted"),
  );
  return found;
}
