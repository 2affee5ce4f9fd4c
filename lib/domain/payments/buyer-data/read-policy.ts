import type { PartnerId } from "#lib/core/ids.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { batchedRead } from "#lib/db/batched-read.ts";
import { database } from "#lib/db/pool.ts";
import type { BuyerDataPolicy } from "#lib/domain/payments/buyer-data/buyer-data-policy.ts";
import { listBuyerDataPolicies } from "#lib/domain/payments/buyer-data/repository.ts";

const readPolicy = processSingleton("read-buyer-data-policy", () =>
  batchedRead((ids: readonly PartnerId[]) => listBuyerDataPolicies(database, ids)),
);

/** Returns the current policy of a partner; `off` when none is stored. */
export async function getBuyerDataPolicy(partnerId: PartnerId): Promise<BuyerDataPolicy> {
  return (await readPolicy()(partnerId))?.policy ?? { kind: "off" };
}
