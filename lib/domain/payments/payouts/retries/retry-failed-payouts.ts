import { findPayoutRefusal } from "#lib/chain/payout-refusal.ts";
import { ownWallets } from "#lib/chain/signers/wallet-signers.ts";
import { clock } from "#lib/core/clock.ts";
import { database, type Queryable } from "#lib/db/pool.ts";
import { inTransaction, type Tx } from "#lib/db/transaction.ts";
import { findDestination } from "#lib/domain/merchants/settlement-destinations/repository.ts";
import { applyPaymentEvent } from "#lib/domain/payments/apply-payment-event.ts";
import { releaseHeldMoney } from "#lib/domain/payments/payouts/held/return-held-money.ts";
import { announcePendingPayout } from "#lib/domain/payments/payouts/open-payout.ts";
import { partiesOf } from "#lib/domain/payments/payouts/parties.ts";
import { openHeldOrFailed } from "#lib/domain/payments/payouts/repository.ts";
import {
  type DueRetry,
  listDueRetries,
  lockDueRetry,
  setRetryTime,
} from "#lib/domain/payments/payouts/retries/repository.ts";
import { retryTime } from "#lib/domain/payments/payouts/retries/retry-time.ts";
import { recordAlarm } from "#lib/domain/platform/alarms/record-alarm.ts";
import { log } from "#lib/log/log.ts";

/** The failed payouts of one pass, each of which asks the node up to two questions. */
const perPass = 32;

/**
 * Tries failed payouts again whose time has come, of the treasuries whose keys this process has. The transfer is simulated
 * first, so that a refusal costs no gas and no attempt:
 * - the token would make it: another attempt is opened, to the same destination;
 * - it would pay any account but this one: a person has to decide, and an alarm is raised; a refund has
 *   failed then, and its money is held again;
 * - it pays no account at the moment, or the node doesn't answer: the retry is postponed, longer each time.
 *
 * A payout whose merchant has another destination by now, or none, is left to a person too. A refund's goes
 * to the buyer, whatever destination the merchant has. Concurrent calls are harmless.
 */
export async function retryFailedPayouts(): Promise<void> {
  const due = await listDueRetries(database, clock.now(), ownWallets(), perPass);
  await Promise.all(due.map((payout) => retry(payout).catch((error: unknown) => postpone(payout, error))));
}

/** Lets the next pass try other payouts first. */
async function postpone({ paymentId, attempt, failedAt }: DueRetry, error: unknown): Promise<void> {
  log().warn({ err: error, paymentId }, "a payout's retry failed and is postponed");
  await setRetryTime(database, paymentId, retryTime(failedAt, attempt, clock.now()));
}

async function retry(payout: DueRetry): Promise<void> {
  const { treasury: from, amount, merchantId, asset } = payout;
  const { chainId, token, recipient: to } = partiesOf(payout);
  const isCurrent = async (on: Queryable) =>
    payout.refundId !== null || (await findDestination(on, merchantId, asset)) === payout.destination;
  if (!(await isCurrent(database))) return setRetryTime(database, payout.paymentId, null);
  const refusal = await findPayoutRefusal({ chainId, token, from, to, amount });
  await inTransaction(async (tx) => {
    const now = clock.now();
    const { paymentId, attempt, failedAt } = payout;
    if (!(await lockDueRetry(tx, now, payout))) return;
    if (refusal === "none" && (await isCurrent(tx))) return openAgain(tx, payout, now);
    if (refusal === "passing") return setRetryTime(tx, paymentId, retryTime(failedAt, attempt, now));
    const { refundId, destination } = payout;
    if (refundId === null) await setRetryTime(tx, paymentId, null);
    else await releaseHeldMoney(tx, { paymentId, refundId }, "the token refuses to pay the buyer's account", now);
    if (refusal !== "destination") return;
    const facts = { paymentId, refundId, asset, destination };
    await recordAlarm(tx, "payout_refused", paymentId, facts, "a token refuses to pay a destination");
  });
}

async function openAgain(tx: Tx, { paymentId, destination, attempt, refundId }: DueRetry, now: Date): Promise<void> {
  const next = { destination, attempt: attempt + 1 };
  await openHeldOrFailed(tx, paymentId, { ...next, refundId }, now);
  const event =
    refundId === null
      ? ({ type: "settlement_retried", ...next } as const)
      : ({ type: "refund_retried", refundId, ...next } as const);
  await applyPaymentEvent(tx, paymentId, event, now);
  announcePendingPayout(tx);
}
