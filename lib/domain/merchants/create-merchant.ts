import { clock } from "#lib/core/clock.ts";
import { newId } from "#lib/core/ids.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { recordMerchantEvent } from "#lib/domain/events/merchant-events.ts";
import { storeLogo } from "#lib/domain/merchants/logos/store-logo.ts";
import type { Merchant, MerchantIcon } from "#lib/domain/merchants/merchant.ts";
import { insertMerchant } from "#lib/domain/merchants/repository.ts";
import { requireRoom } from "#lib/domain/partners/limits/require-room.ts";

export type NewMerchant = {
  name: string;
  email: string;
  icon: MerchantIcon | null;
  /** Whether buyers are offered only tokens that have a settlement destination. */
  onlySettleableTokens: boolean;
  /** Whether buyers may ask for a receipt by email on the checkout; false without it. */
  sendsReceipts?: boolean | undefined;
  /** Whether buyers may pay by a transfer; false without it. */
  acceptsTransfers?: boolean | undefined;
  supportContact?: string | null | undefined;
  brandColor?: string | null | undefined;
};

/**
 * Creates an active merchant under the partner and stores a copy of its logo.
 * @throws TillError `invalid_state` or `rate_limited` when the partner has as many merchants, or has created
 * as many today, as it may.
 */
export async function createMerchant(
  tx: Tx,
  scope: PartnerScope,
  { name, email, icon, onlySettleableTokens, sendsReceipts = false, acceptsTransfers = false, ...shown }: NewMerchant,
): Promise<Merchant> {
  const now = clock.now();
  const { supportContact = null, brandColor = null } = shown;
  const look = { iconUrl: icon?.url ?? null, supportContact, brandColor };
  const profile = { name, email, ...look, onlySettleableTokens, sendsReceipts, acceptsTransfers };
  const merchant: Merchant = { id: newId("mrch", now), ...profile, status: "active", createdAt: now, updatedAt: now };
  const logoHash = icon === null ? null : await storeLogo(tx, scope, icon.logo);
  await insertMerchant(tx, scope, merchant, logoHash);
  await requireRoom(tx, scope.partnerId, "merchants");
  await recordMerchantEvent(tx, "merchant.created", scope.partnerId, merchant, now);
  return merchant;
}
