import { invalidField, TillError } from "#lib/core/errors.ts";
import { isServiceVersion, placeOfVersion, type ServiceVersion } from "#lib/core/service-versions.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { selectServiceVersionForUpdate, updateServiceVersion } from "#lib/domain/partners/repository.ts";

/**
 * Moves a partner's default API version, for requests that name none. Forward only. Web processes use
 * it within 5 s, the time for which they cache a key's holder (findKeyHolder). The row lock serialises concurrent moves.
 * @throws TillError `params_validation` on `version` for a version that doesn't exist or isn't newer; `not_found` for
 * an unknown partner.
 */
export async function moveServiceVersion({ partnerId }: PartnerScope, version: string): Promise<ServiceVersion> {
  if (!isServiceVersion(version)) throw invalidField("version", "must be a version of the API");
  return inTransaction(async (tx) => {
    const from = await selectServiceVersionForUpdate(tx, partnerId);
    if (from === null) throw new TillError("not_found");
    const isNewer = placeOfVersion(version) > placeOfVersion(from);
    if (!isNewer) throw invalidField("version", `must be newer than the current version ${from}`);
    await updateServiceVersion(tx, partnerId, version);
    return version;
  });
}
