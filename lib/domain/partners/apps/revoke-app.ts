import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { endApp } from "#lib/domain/partners/apps/repository.ts";

/**
 * Ends an app for good; every process has noticed within 5 s (see findApp). Payments that it confirmed go on, and keep
 * its name and icon.
 * @throws TillError `not_found` when the partner has no such app, or has revoked it before.
 */
export async function revokeApp(scope: PartnerScope, appId: string): Promise<void> {
  const isEnded = isId("app", appId) && (await inTransaction((tx) => endApp(tx, scope, appId, clock.now())));
  if (!isEnded) throw new TillError("not_found", { message: "The partner has no such app." });
}
