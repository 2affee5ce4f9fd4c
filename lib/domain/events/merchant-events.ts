import type { EventType } from "#lib/core/event-types.ts";
import type { MerchantId, PartnerId } from "#lib/core/ids.ts";
import type { Tx } from "#lib/db/transaction.ts";
import type { DestinationChange, StoredDestinationChange } from "#lib/domain/events/event-data.ts";
import { recordEvents } from "#lib/domain/events/record-events.ts";
import type { Merchant } from "#lib/domain/merchants/merchant.ts";

/** Records the public event of a merchant that was created, changed or deleted. @param merchant after the change. */
export async function recordMerchantEvent(
  tx: Tx,
  type: Extract<EventType, `merchant.${string}`>,
  partnerId: PartnerId,
  merchant: Merchant,
  now: Date,
): Promise<void> {
  const about = { subject: merchant.id, data: JSON.stringify(merchant) };
  await recordEvents(tx, [{ type, partnerId, merchantId: merchant.id, about }], now);
}

/** Records the public events of changes to a merchant's settlement destinations. */
export async function recordDestinationChanges(
  tx: Tx,
  { partnerId, merchantId }: { partnerId: PartnerId; merchantId: MerchantId },
  changes: readonly DestinationChange[],
  now: Date,
): Promise<void> {
  const type = "settlement_destination.changed";
  const events = changes.map(({ id, asset, change, from, to, takesEffectAt }) => {
    const time = takesEffectAt?.toISOString() ?? null;
    const data: StoredDestinationChange = { id, merchantId, asset, change, from, to, takesEffectAt: time };
    return { type, partnerId, merchantId, about: { subject: merchantId, data: JSON.stringify(data) } } as const;
  });
  await recordEvents(tx, events, now);
}
