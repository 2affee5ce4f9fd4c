import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { storeLogo } from "#lib/domain/merchants/logos/store-logo.ts";
import type { Merchant, MerchantIcon } from "#lib/domain/merchants/merchant.ts";
import { updateMerchant as writeChanges } from "#lib/domain/merchants/repository.ts";

/** What is left out or undefined stays as it is; an icon of null takes the logo away. */
export type MerchantChanges = {
  name?: string | undefined;
  email?: string | undefined;
  icon?: MerchantIcon | null | undefined;
};

/**
 * Changes a merchant's profile. A new icon brings a copy of its logo, which buyers see from then on.
 * @throws TillError `not_found` when the id is unknown, deleted or another partner's.
 */
export async function updateMerchant(
  tx: Tx,
  scope: PartnerScope,
  id: string,
  { name, email, icon }: MerchantChanges,
): Promise<Merchant> {
  if (!isId("mrch", id)) throw new TillError("not_found");
  const stored = icon && { url: icon.url, logoHash: await storeLogo(tx, icon.logo) };
  const merchant = await writeChanges(tx, scope, id, { name, email, icon: stored }, clock.now());
  if (merchant === null) throw new TillError("not_found");
  return merchant;
}
