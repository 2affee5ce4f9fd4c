import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import { isId, type MerchantId } from "#lib/core/ids.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { recordMerchantEvent } from "#lib/domain/events/merchant-events.ts";
import { isOrWasMerchantOf } from "#lib/domain/merchants/repository.ts";
import { copyIdOf } from "#lib/domain/partners/go-live/copy-id.ts";
import { type CopyScopes, insertMerchantCopy } from "#lib/domain/partners/go-live/repository.ts";
import { requireRoom } from "#lib/domain/partners/limits/require-room.ts";

/**
 * Copies a merchant of the test account to the live one, with its names, logo and settings, and without settlement destinations and
 * payments. A merchant has one copy: later calls change nothing, also when the copy was renamed or deleted.
 * @returns the copy's id.
 * @throws TillError `not_found` when the test account has no such merchant; `invalid_state` or `rate_limited` when the live account has as
 * many merchants, or has created as many today, as it may.
 */
export async function copyMerchantToLive(tx: Tx, scopes: CopyScopes, id: string): Promise<MerchantId> {
  if (!isId("mrch", id)) throw new TillError("not_found");
  const copyId = copyIdOf(id);
  const now = clock.now();
  const copy = await insertMerchantCopy(tx, scopes, { id, copyId }, now);
  if (copy === null) {
    if (await isOrWasMerchantOf(tx, scopes.live, copyId)) return copyId;
    throw new TillError("not_found");
  }
  await requireRoom(tx, scopes.live.partnerId, "merchants");
  await recordMerchantEvent(tx, "merchant.created", scopes.live.partnerId, copy, now);
  return copyId;
}
