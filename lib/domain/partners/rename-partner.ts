import { invalidField, TillError } from "#lib/core/errors.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { writeName } from "#lib/domain/partners/repository.ts";

/**
 * Gives a partner another name, which its members see; buyers see the merchant's.
 * @throws TillError `params_validation` for a name that is empty, longer than 100 characters or has control characters in
 * it; `not_found` for an unknown partner.
 */
export async function renamePartner({ partnerId }: PartnerScope, name: string): Promise<void> {
  if (!/^\P{Cc}{1,100}$/u.test(name) || name.trim() !== name) {
    throw invalidField("name", "must be 1 to 100 characters, without spaces around it");
  }
  if (!(await inTransaction((tx) => writeName(tx, partnerId, name)))) throw new TillError("not_found");
}
