import { clock } from "#lib/core/clock.ts";
import type { PartnerId } from "#lib/core/ids.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { gasDayOf } from "#lib/domain/platform/gas-budget/gas-day.ts";
import { type BudgetUse, readUses } from "#lib/domain/platform/gas-budget/repository.ts";

/** Reads the use of a partner's gas budget of the current UTC day, reservations included, in millionths of a dollar. */
export async function readGasToday(on: Queryable, partnerId: PartnerId): Promise<BudgetUse> {
  return (await readUses(on, partnerId, null, gasDayOf(clock.now()))).partner;
}
