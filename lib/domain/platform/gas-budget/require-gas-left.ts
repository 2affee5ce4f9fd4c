import { clock } from "#lib/core/clock.ts";
import type { PartnerId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { budgetRefusal } from "#lib/domain/platform/gas-budget/budget-refusal.ts";
import { gasDayOf } from "#lib/domain/platform/gas-budget/gas-day.ts";
import { type BudgetUse, readUses } from "#lib/domain/platform/gas-budget/repository.ts";

/**
 * Refuses a buyer before anything is paid for, when the confirm would be refused. Reserves nothing, so a confirm may be refused
 * all the same.
 * @param appId null without an app.
 * @throws TillError `rate_limited` when the partner's budget for gas, or its app's, is used up until the next UTC day.
 */
export async function requireGasLeft(partnerId: PartnerId, appId: string | null): Promise<void> {
  const now = clock.now();
  const { partner, app } = await readUses(database, partnerId, appId, gasDayOf(now));
  if (isUsedUp(partner)) throw budgetRefusal("partner", now);
  if (isUsedUp(app)) throw budgetRefusal("app", now);
}

function isUsedUp({ used, budget }: BudgetUse): boolean {
  return budget !== null && used >= budget;
}
