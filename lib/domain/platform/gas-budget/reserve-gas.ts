import { raiseAlarm } from "#lib/chain/relay/alarm.ts";
import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { gasDayOf, secondsToNextGasDay } from "#lib/domain/platform/gas-budget/gas-day.ts";
import {
  type BudgetScope,
  type BudgetUse,
  type GasReservation,
  insertReservation,
} from "#lib/domain/platform/gas-budget/repository.ts";

const alarmAtPercent = 80n;

const refusals: Record<BudgetScope, string> = {
  partner:
    "The payment can't be collected: the shop's daily budget for network costs is used up. Try again after 00:00 UTC.",
  app: "The payment can't be collected: the app's daily budget for network costs at this shop is used up. Use another app, or try again after 00:00 UTC.",
  buyer:
    "The payment can't be collected: the account's daily budget for network costs at this shop is used up. Use another account, or try again after 00:00 UTC.",
};

/**
 * Reserves the gas of an accepted payment in the budgets of the current UTC day: of the partner, of its app, and of the buyer's
 * address at this partner. The receipts replace the reservation on the same day, whenever they come; a payment that ends without a
 * transaction releases it. Raises the alarm `gas_budget` from 80 % of a budget on. Call it in the confirm's transaction, after the
 * attempt was inserted.
 * @throws TillError `rate_limited` when a budget doesn't suffice, until the next UTC day.
 */
export async function reserveGas(tx: Tx, reservation: GasReservation): Promise<void> {
  const now = clock.now();
  const { refused, uses } = await insertReservation(tx, reservation, gasDayOf(now));
  for (const [scope, use] of Object.entries(uses)) reportUse(scope, use, reservation);
  if (refused === null) return;
  throw new TillError("rate_limited", {
    message: refusals[refused],
    retryAfterSeconds: secondsToNextGasDay(now),
  });
}

function reportUse(scope: string, { used, budget }: BudgetUse, { partnerId, appId, buyer }: GasReservation): void {
  if (budget === null || used * 100n < budget * alarmAtPercent) return;
  const subject = { partner: partnerId, app: `${partnerId} ${appId}`, buyer: `${partnerId} ${buyer}` }[scope];
  const percent = budget === 0n ? null : Number((used * 100n) / budget);
  const facts = { scope, partnerId, appId, buyer, percent, usedMicroUsd: `${used}`, budgetMicroUsd: `${budget}` };
  raiseAlarm("gas_budget", `${scope} ${subject}`, facts, "a day's budget for gas is nearly or entirely used up");
}
