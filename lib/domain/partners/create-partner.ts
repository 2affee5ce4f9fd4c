import { clock } from "#lib/core/clock.ts";
import { invalidField } from "#lib/core/errors.ts";
import { newId, type PartnerId } from "#lib/core/ids.ts";
import { visibleText } from "#lib/core/visible-text.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { insertPartner } from "#lib/domain/partners/repository.ts";
import type { FeeSchedule } from "#lib/domain/payments/fees.ts";

/**
 * Creates a partner with its fee schedule, pinned to the oldest API version.
 * @throws TillError `params_validation` as {@link requirePartnerName} does.
 */
export async function createPartner(tx: Tx, name: string, fees: FeeSchedule): Promise<PartnerId> {
  requirePartnerName(name);
  const now = clock.now();
  const id = newId("prt", now);
  await insertPartner(tx, { id, name, fees, now });
  return id;
}

/**
 * @throws TillError `params_validation` for a name that shows nothing, is longer than 100 characters or
 * contains control characters.
 */
export function requirePartnerName(name: string): void {
  if ([...name].length <= 100 && visibleText.test(name) && name.trim() === name) return;
  throw invalidField("name", "must be 1 to 100 characters, one of them visible, without leading or trailing spaces");
}
