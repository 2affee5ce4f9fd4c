import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import { isAppId } from "#lib/core/ids.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { markAppRevoked } from "#lib/domain/partners/apps/repository.ts";

/**
 * Revokes an app permanently. It stops working in every process within 5 s (see findApp). Payments that it confirmed
 * continue and keep its name and icon.
 * @throws TillError `not_found` when the partner has no such app or revoked it before.
 */
export async function revokeApp(scope: PartnerScope, appId: string): Promise<void> {
  const isRevoked = isAppId(appId) && (await inTransaction((tx) => markAppRevoked(tx, scope, appId, clock.now())));
  if (!isRevoked) throw new TillError("not_found", { message: "This app doesn't exist or was already revoked." });
}
