import { TillError } from "#lib/core/errors.ts";
import { database } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { type Partner, selectPartner } from "#lib/domain/partners/repository.ts";

/** Gets the partner's record. @throws TillError `not_found` for an unknown partner. */
export async function getPartner({ partnerId }: PartnerScope): Promise<Partner> {
  const partner = await selectPartner(database, partnerId);
  if (partner === null) throw new TillError("not_found");
  return partner;
}
