import { clock } from "#lib/core/clock.ts";
import type { PartnerId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { getGasPolicy } from "#lib/domain/partners/gas-policy.ts";
import { gasDayOf } from "#lib/domain/platform/gas-budget/gas-day.ts";
import { type BudgetUse, defaultBudgets, readUsed } from "#lib/domain/platform/gas-budget/repository.ts";

const microsPerCent = 10_000n;

/** Reads the use of a partner's gas budget of the current UTC day, reservations included, in millionths of a dollar. */
export async function readGasToday(partnerId: PartnerId): Promise<BudgetUse> {
  const [used, { budgets }] = await Promise.all([
    readUsed(database, partnerId, gasDayOf(clock.now())),
    getGasPolicy(partnerId),
  ]);
  const cents = budgets.partner ?? defaultBudgets()[0];
  return { used, budget: cents < 0n ? null : cents * microsPerCent };
}
