import { LRUCache } from "lru-cache";
import { isId, type PaymentId } from "#lib/core/ids.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { batchedRead } from "#lib/db/batched-read.ts";
import { database } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";

type Pinned = { id: PaymentId; version: string };

const select = statement<Pinned>({
  name: "payment-pinned-version",
  text: `SELECT p.id, m.service_version AS version FROM payment p JOIN partner m ON m.id = p.partner_id
    WHERE p.id = ANY($1)`,
});

const cache = processSingleton("pinned-versions", () => new LRUCache<PaymentId, string>({ max: 20_000, ttl: 5_000 }));

const readVersion = processSingleton("read-pinned-version", () =>
  batchedRead((ids: readonly PaymentId[]) => database.rows(select, [ids])),
);

/** Finds the API version that a payment's partner is pinned to, cached for up to 5 s; null for an unknown payment. */
export async function findPinnedVersion(paymentId: string): Promise<string | null> {
  if (!isId("pay", paymentId)) return null;
  const cached = cache().get(paymentId);
  if (cached !== undefined) return cached;
  const found = await readVersion()(paymentId);
  if (found !== null) cache().set(paymentId, found.version);
  return found?.version ?? null;
}
