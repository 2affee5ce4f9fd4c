import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { endKey } from "#lib/domain/partners/api-keys/repository.ts";

/**
 * Ends an API key for good; every process has noticed within 5 s (see findKeyHolder).
 * @throws TillError `not_found` when the partner has no such key, or has revoked it before.
 */
export async function revokeApiKey(scope: PartnerScope, keyId: string): Promise<void> {
  const isEnded = isId("key", keyId) && (await inTransaction((tx) => endKey(tx, scope, keyId, clock.now())));
  if (!isEnded) throw new TillError("not_found");
}
