import { isTestAccount } from "#lib/core/account-mode.ts";
import { clock } from "#lib/core/clock.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { budgetRefusal } from "#lib/domain/platform/gas-budget/budget-refusal.ts";
import { gasDayOf } from "#lib/domain/platform/gas-budget/gas-day.ts";
import {
  type BudgetScope,
  type BudgetUse,
  type GasReservation,
  insertReservation,
} from "#lib/domain/platform/gas-budget/repository.ts";
import { raiseAlarm } from "#lib/log/alarm.ts";

const alarmAtPercent = 80n;

/**
 * Reserves the gas of an accepted payment in the budgets of the current UTC day: of the partner, of its app, and of the buyer's
 * address at this partner. The receipts replace the reservation on the same day, whenever they come; a payment that ends without a
 * transaction releases it. Raises the alarm `gas_budget` from 80 % of a live account's budget on. Call it in the confirm's transaction, after the
 * attempt was inserted.
 * @throws TillError `rate_limited` when a budget doesn't suffice, until the next UTC day.
 */
export async function reserveGas(tx: Tx, reservation: GasReservation): Promise<void> {
  const refused = await tryReserveGas(tx, reservation);
  if (refused !== null) throw budgetRefusal(refused, clock.now());
}

/**
 * Does what {@link reserveGas} does, for a caller that can wait: payouts do, and count in the partner's budget only.
 * @returns the budget that doesn't suffice, when nothing is reserved; null otherwise.
 */
export async function tryReserveGas(tx: Tx, reservation: GasReservation): Promise<BudgetScope | null> {
  const { refused, uses } = await insertReservation(tx, reservation, gasDayOf(clock.now()));
  for (const [scope, use] of Object.entries(uses)) reportUse(scope, use, reservation);
  return refused;
}

function reportUse(scope: string, { used, budget }: BudgetUse, reservation: GasReservation): void {
  const { partnerId } = reservation;
  const { appId = null, buyer = "" } = "payout" in reservation ? {} : reservation;
  if (isTestAccount(partnerId) || budget === null || used * 100n < budget * alarmAtPercent) return;
  const subject = { partner: partnerId, app: `${partnerId} ${appId}`, buyer: `${partnerId} ${buyer}` }[scope];
  const percent = budget === 0n ? null : Number((used * 100n) / budget);
  const facts = { scope, partnerId, appId, buyer, percent, usedMicroUsd: `${used}`, budgetMicroUsd: `${budget}` };
  raiseAlarm("gas_budget", `${scope} ${subject}`, facts, "a day's budget for gas is nearly or entirely used up");
}
