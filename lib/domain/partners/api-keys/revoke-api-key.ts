import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { markApiKeyRevoked } from "#lib/domain/partners/api-keys/repository.ts";

/**
 * Revokes an API key permanently. It stops working in every process within 5 s (see findKeyHolder).
 * @throws TillError `not_found` when the partner has no such key or revoked it before.
 */
export async function revokeApiKey(scope: PartnerScope, keyId: string): Promise<void> {
  const isRevoked =
    isId("key", keyId) && (await inTransaction((tx) => markApiKeyRevoked(tx, scope, keyId, clock.now())));
  if (!isRevoked) throw new TillError("not_found", { message: "This API key doesn't exist or was already revoked." });
}
