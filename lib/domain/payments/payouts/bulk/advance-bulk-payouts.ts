import { enabledChainIds } from "#lib/chain/chains.ts";
import { chainIdOf } from "#lib/core/caip.ts";
import { clock } from "#lib/core/clock.ts";
import type { PartnerId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction, type Tx } from "#lib/db/transaction.ts";
import { applyPaymentEvents } from "#lib/domain/payments/apply-payment-event.ts";
import {
  type BulkPayout,
  countWaiting,
  findObstacles,
  holdDestination,
  isAnyLeft,
  listRunning,
  lockIfRunning,
  openOrdered,
  updateBulkPayout,
} from "#lib/domain/payments/payouts/bulk/repository.ts";
import { announcePendingPayout } from "#lib/domain/payments/payouts/open-payout.ts";
import { readGasToday } from "#lib/domain/platform/gas-budget/read-gas-today.ts";
import { log } from "#lib/log/log.ts";

const ordersPerPass = 32;
/** Payouts opened in one transaction, which locks their payments. */
const perCommit = 64;
/**
 * The maximum number of payouts of one order under way, so that one merchant's order leaves room for the
 * others.
 */
const maxUnderWay = 256;
/**
 * The maximum number of transactions that wait to be sent on a chain while orders add to them, because
 * buyers' collections wait there too.
 */
const maxWaiting = 256;

const ordersUpToPercent = 80n;

/** `more` when another batch may follow at once, `full` when the chain's relay has enough to send for now. */
type Outcome = "more" | "done" | "full";

/**
 * Opens the payouts of running bulk orders in batches of 64, each in a transaction of its own, while at most
 * 256 of an order are under way and at most 256 transactions wait to be sent on its chain. Orders of a chain
 * take turns. An order ends when nothing of it is left, and pauses until the next day once payouts would take
 * the gas budget that the partner's buyers need. It stops early, and leaves the rest held, when the
 * merchant's destination is no longer the one that was ordered, or when a payout to it has failed and is not
 * retried. Concurrent calls are harmless.
 */
export async function advanceBulkPayouts(): Promise<void> {
  const full = new Set<number>();
  for (const order of await listRunning(database, enabledChainIds(), ordersPerPass)) {
    const chainId = chainIdOf(order.asset);
    if (full.has(chainId)) continue;
    try {
      let outcome: Outcome;
      do outcome = await advance(order, chainId);
      while (outcome === "more");
      if (outcome === "full") full.add(chainId);
    } catch (error) {
      log().warn({ err: error, bulkPayoutId: order.id }, "a bulk payout could not advance; it will be repeated");
    }
  }
}

/** Opens one batch. */
function advance(order: BulkPayout, chainId: number): Promise<Outcome> {
  return inTransaction(async (tx) => {
    // The destination before the order, because a change of destination locks them in this order too.
    const destination = await holdDestination(tx, order.merchantId, order.asset);
    if (!(await lockIfRunning(tx, order.id))) return "done";
    const now = clock.now();
    const { underWay, refusal } = await findObstacles(tx, order);
    const reason = destination === order.destination ? refusal : "The settlement destination was changed or removed.";
    if (reason !== null) {
      await updateBulkPayout(tx, order.id, { state: "stopped", reason }, now);
      return "done";
    }
    if (underWay >= maxUnderWay || (await isBudgetNearlyUsed(tx, order.partnerId))) {
      await updateBulkPayout(tx, order.id, { state: "running" }, now);
      return "done";
    }
    const waiting = await countWaiting(tx, chainId, maxWaiting);
    if (waiting >= maxWaiting) return "full";
    return openBatch(tx, order, Math.min(perCommit, maxUnderWay - underWay, maxWaiting - waiting), now);
  });
}

/**
 * Payouts count in the partner's gas budget without being refused, so orders leave the last fifth to its
 * buyers.
 */
async function isBudgetNearlyUsed(tx: Tx, partnerId: PartnerId): Promise<boolean> {
  const { used, budget } = await readGasToday(tx, partnerId);
  return budget !== null && used * 100n >= budget * ordersUpToPercent;
}

async function openBatch(tx: Tx, order: BulkPayout, limit: number, now: Date): Promise<Outcome> {
  const { destination } = order;
  const opened = await openOrdered(tx, order, limit, now);
  const ordered = ({ attempt }: { attempt: number }) => ({ type: "settlement_ordered", attempt, destination }) as const;
  await applyPaymentEvents(
    tx,
    opened.map((payout) => ({ id: payout.paymentId, events: [ordered(payout)] })),
    now,
  );
  const isEnd = opened.length < limit && !(await isAnyLeft(tx, order));
  await updateBulkPayout(tx, order.id, { state: isEnd ? "completed" : "running", opened: opened.length }, now);
  if (opened.length > 0) announcePendingPayout(tx);
  return opened.length === limit ? "more" : "done";
}
