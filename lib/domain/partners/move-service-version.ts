import { invalidField, TillError } from "#lib/core/errors.ts";
import { isServiceVersion, placeOfVersion, type ServiceVersion } from "#lib/core/service-versions.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { lockServiceVersion, writeServiceVersion } from "#lib/domain/partners/repository.ts";

/**
 * Moves the version that a partner's requests get when they name none: forward only (WIRE, Versions). Web processes have
 * noticed within 5 s, because they remember whose a key is for that long (findKeyHolder). Of two moves at once the second
 * is measured by what the first has left.
 * @throws TillError `params_validation` on `version` for one that does not exist or is not newer; `not_found` for an
 * unknown partner.
 */
export async function moveServiceVersion({ partnerId }: PartnerScope, version: string): Promise<ServiceVersion> {
  if (!isServiceVersion(version)) throw invalidField("version", "is not a version of the API");
  return inTransaction(async (tx) => {
    const from = await lockServiceVersion(tx, partnerId);
    if (from === null) throw new TillError("not_found");
    const isNewer = placeOfVersion(version) > placeOfVersion(from);
    if (!isNewer) throw invalidField("version", `is not newer than ${from}`);
    await writeServiceVersion(tx, partnerId, version);
    return version;
  });
}
