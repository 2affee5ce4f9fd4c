import { clock } from "#lib/core/clock.ts";
import { newId } from "#lib/core/ids.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import type { Tx } from "#lib/db/transaction.ts";
import type { Merchant } from "#lib/domain/merchants/merchant.ts";
import { insertMerchant } from "#lib/domain/merchants/repository.ts";

export type NewMerchant = { name: string; email: string; iconUrl: string | null };

/** Creates an active merchant under the partner. */
export async function createMerchant(tx: Tx, scope: PartnerScope, fields: NewMerchant): Promise<Merchant> {
  const now = clock.now();
  const merchant: Merchant = { id: newId("mrch", now), ...fields, status: "active", createdAt: now, updatedAt: now };
  await insertMerchant(tx, scope, merchant);
  return merchant;
}
