import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { recordMerchantEvent } from "#lib/domain/events/merchant-events.ts";
import { storeLogo } from "#lib/domain/merchants/logos/store-logo.ts";
import type { changeableStatuses, Merchant, MerchantIcon } from "#lib/domain/merchants/merchant.ts";
import { updateMerchantColumns } from "#lib/domain/merchants/repository.ts";

/**
 * New values of a merchant's profile and status. Undefined leaves a field unchanged; null removes the logo,
 * the contact or the color.
 */
export type MerchantChanges = {
  name?: string | undefined;
  email?: string | undefined;
  icon?: MerchantIcon | null | undefined;
  onlySettleableTokens?: boolean | undefined;
  sendsReceipts?: boolean | undefined;
  acceptsTransfers?: boolean | undefined;
  supportContact?: string | null | undefined;
  brandColor?: string | null | undefined;
  /** A suspended merchant takes no new payments from the commit on. */
  status?: (typeof changeableStatuses)[number] | undefined;
};

/**
 * Updates a merchant's profile. A copy of a new icon's logo is stored, and buyers see that copy from then on.
 * @throws TillError `not_found` when the id is unknown, deleted or another partner's.
 */
export async function updateMerchant(
  tx: Tx,
  scope: PartnerScope,
  id: string,
  { icon, ...changes }: MerchantChanges,
): Promise<Merchant> {
  if (!isId("mrch", id)) throw new TillError("not_found");
  const stored = icon && { url: icon.url, logoHash: await storeLogo(tx, scope, icon.logo) };
  const merchant = await updateMerchantColumns(tx, scope, id, { ...changes, icon: stored }, clock.now());
  if (merchant === null) throw new TillError("not_found");
  await recordMerchantEvent(tx, "merchant.updated", scope.partnerId, merchant, clock.now());
  return merchant;
}
