import { TillError } from "#lib/core/errors.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { statement } from "#lib/db/statement.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { requirePartnerName } from "#lib/domain/partners/create-partner.ts";

const update = statement({ name: "partner-name", text: "UPDATE partner SET name = $2 WHERE id = $1 RETURNING id" });

/**
 * Renames a partner. Its members see the name; buyers see the merchant's.
 * @throws TillError `params_validation` as {@link requirePartnerName} does; `not_found` for an unknown partner.
 */
export async function renamePartner({ partnerId }: PartnerScope, name: string): Promise<void> {
  requirePartnerName(name);
  const renamed = await inTransaction((tx) => tx.rows(update, [partnerId, name]));
  if (renamed.length === 0) throw new TillError("not_found");
}
