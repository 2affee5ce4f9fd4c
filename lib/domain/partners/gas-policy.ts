import { LRUCache } from "lru-cache";
import type { PartnerId } from "#lib/core/ids.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { batchedRead } from "#lib/db/batched-read.ts";
import { database } from "#lib/db/pool.ts";
import { type GasPolicy, selectGasPolicies } from "#lib/domain/partners/gas-policy-repository.ts";

const cache = processSingleton("gas-policies", () => new LRUCache<PartnerId, GasPolicy>({ max: 10_000, ttl: 5_000 }));

const readPolicy = processSingleton("read-gas-policy", () =>
  batchedRead((ids: readonly PartnerId[]) => selectGasPolicies(database, ids)),
);

/** Returns a partner's policy for gas, cached for up to 5 s. @throws Error for an unknown partner. */
export async function getGasPolicy(id: PartnerId): Promise<GasPolicy> {
  const cached = cache().get(id);
  if (cached !== undefined) return cached;
  const policy = await readPolicy()(id);
  if (policy === null) throw new Error(`partner ${id} doesn't exist`);
  cache().set(id, policy);
  return policy;
}
