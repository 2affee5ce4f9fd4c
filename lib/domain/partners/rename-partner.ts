import { TillError } from "#lib/core/errors.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { statement } from "#lib/db/statement.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { requirePartnerName } from "#lib/domain/partners/create-partner.ts";

// A company has one name: that of the live account, which its test account has too.
const update = statement({
  name: "partner-name",
  text: `UPDATE partner p SET name = $2 FROM (SELECT coalesce(live_account_id, id) AS id FROM partner WHERE id = $1) live
    WHERE p.id = live.id OR p.live_account_id = live.id RETURNING p.id`,
});

/**
 * Renames a partner in both modes. Its members see the name; buyers see the merchant's.
 * @throws TillError `params_validation` as {@link requirePartnerName} does; `not_found` for an unknown partner.
 */
export async function renamePartner({ partnerId }: PartnerScope, name: string): Promise<void> {
  requirePartnerName(name);
  const renamed = await inTransaction((tx) => tx.rows(update, [partnerId, name]));
  if (renamed.length === 0) throw new TillError("not_found");
}
