import { invalidField, TillError } from "#lib/core/errors.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { inTransaction } from "#lib/db/transaction.ts";

const update = { name: "partner-name", text: "UPDATE partner SET name = $2 WHERE id = $1 RETURNING id" };

/**
 * Renames a partner. Its members see the name; buyers see the merchant's.
 * @throws TillError `params_validation` for a name that is empty, longer than 100 characters or contains control
 * characters; `not_found` for an unknown partner.
 */
export async function renamePartner({ partnerId }: PartnerScope, name: string): Promise<void> {
  if (!/^\P{Cc}{1,100}$/u.test(name) || name.trim() !== name) {
    throw invalidField("name", "must be 1 to 100 characters, without leading or trailing spaces");
  }
  const renamed = await inTransaction((tx) => tx.rows(update, [partnerId, name]));
  if (renamed.length === 0) throw new TillError("not_found");
}
