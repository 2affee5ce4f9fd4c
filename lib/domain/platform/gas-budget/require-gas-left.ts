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
 * @param cost the expected cost of the payment's gas, in millionths of a dollar.
 * @throws TillError `rate_limited` when the partner's budget for gas, or its app's, doesn't suffice until the next UTC day.
 */
export async function requireGasLeft(partnerId: PartnerId, appId: string | null, cost: bigint): Promise<void> {
  const now = clock.now();
  const { partner, app } = await readUses(database, partnerId, appId, gasDayOf(now));
  if (isExceededBy(cost, partner)) throw budgetRefusal("partner", now);
  if (isExceededBy(cost, app)) throw budgetRefusal("app", now);
}

function isExceededBy(cost: bigint, { used, budget }: BudgetUse): boolean {
  return budget !== null && used + cost > budget;
}
