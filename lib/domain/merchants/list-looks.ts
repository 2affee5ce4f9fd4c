import type { MerchantId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { type MerchantLook, readLooks } from "#lib/domain/merchants/repository.ts";

/** The looks of merchants of the partner, by id; others' are left out. */
export async function listLooks(
  scope: PartnerScope,
  ids: readonly MerchantId[],
): Promise<ReadonlyMap<MerchantId, MerchantLook>> {
  if (ids.length === 0) return new Map();
  return new Map((await readLooks(database, scope, ids)).map((look) => [look.id, look]));
}
