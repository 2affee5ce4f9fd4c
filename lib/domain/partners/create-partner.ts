import { clock } from "#lib/core/clock.ts";
import { newId, type PartnerId } from "#lib/core/ids.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { insertPartner } from "#lib/domain/partners/repository.ts";
import type { FeeSchedule } from "#lib/domain/payments/fees.ts";

/** Creates a partner with its fee schedule, pinned to the oldest API version. */
export async function createPartner(tx: Tx, name: string, fees: FeeSchedule): Promise<PartnerId> {
  const now = clock.now();
  const id = newId("prt", now);
  await insertPartner(tx, { id, name, fees, now });
  return id;
}
