import type { Caip10 } from "#lib/core/caip.ts";
import { clock } from "#lib/core/clock.ts";
import type { MerchantId, PartnerId } from "#lib/core/ids.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { recordDestinationChanges } from "#lib/domain/events/merchant-events.ts";
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
  of: { partnerId: PartnerId; merchantId: MerchantId },
  next: SettlementDestination,
  current: Caip10 | null,
): Promise<Date | null> {
  const { merchantId } = of;
  const { asset, destination } = next;
  const now = clock.now();
  const isChange = destination !== current;
  const takesEffectAt = isChange ? effectTime() : null;
  const change = { asset, from: current, to: destination };
  if (takesEffectAt === null) {
    const revoked = await deletePendingFor(tx, merchantId, asset);
    const id = await upsertDestination(tx, merchantId, next, now);
    const kind = current === null ? "added" : "changed";
    if (isChange) await recordDestinationChanges(tx, of, [{ ...change, id, change: kind, takesEffectAt }], now);
    else if (revoked !== null) {
      const ended = { ...change, id, from: revoked.destination, change: "revoked", takesEffectAt } as const;
      await recordDestinationChanges(tx, of, [ended], now);
    }
  } else {
    const before = await findPending(tx, merchantId, asset);
    if (before?.destination === destination) return before.takesEffectAt;
    await upsertPending(tx, merchantId, [next], now, takesEffectAt);
    await recordDestinationChanges(tx, of, [{ ...change, id: next.id, change: "pending", takesEffectAt }], now);
  }
  if (isChange) await notifyOwners(tx, merchantId, [change], takesEffectAt);
  return takesEffectAt;
}
