import type { Caip10 } from "#lib/core/caip.ts";
import { clock } from "#lib/core/clock.ts";
import type { MerchantId } from "#lib/core/ids.ts";
import type { Tx } from "#lib/db/transaction.ts";
import type { SettlementDestination } from "#lib/domain/merchants/merchant.ts";
import { effectTime } from "#lib/domain/merchants/settlement-destinations/delay.ts";
import { notifyOwners } from "#lib/domain/merchants/settlement-destinations/notify-owners.ts";
import {
  deletePendingFor,
  findPending,
  upsertPending,
} from "#lib/domain/merchants/settlement-destinations/pending-repository.ts";
import { upsertDestination } from "#lib/domain/merchants/settlement-destinations/repository.ts";

/**
 * Makes an account the destination for an asset of a locked merchant: at once or, with `DESTINATION_DELAY_HOURS`, after that
 * delay. It takes the place of one that is pending; the current account revokes that. The partner's owners get an email.
 * @param current the account that receives the asset now; null for none.
 * @returns when the account is the destination; null for at once.
 */
export async function putDestination(
  tx: Tx,
  merchantId: MerchantId,
  next: SettlementDestination,
  current: Caip10 | null,
): Promise<Date | null> {
  const { asset, destination } = next;
  const now = clock.now();
  const changes = destination === current ? [] : [{ asset, from: current, to: destination }];
  const takesEffectAt = changes.length === 0 ? null : effectTime();
  if (takesEffectAt === null) {
    await deletePendingFor(tx, merchantId, asset);
    await upsertDestination(tx, merchantId, next, now);
  } else {
    const before = await findPending(tx, merchantId, asset);
    if (before?.destination === destination) return before.takesEffectAt;
    await upsertPending(tx, merchantId, next, now, takesEffectAt);
  }
  await notifyOwners(tx, merchantId, changes, takesEffectAt);
  return takesEffectAt;
}
