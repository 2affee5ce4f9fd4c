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
  openRequested,
  updateBulkPayout,
} from "#lib/domain/payments/payouts/bulk/repository.ts";
import { announcePendingPayout } from "#lib/domain/payments/payouts/open-payout.ts";
import { readGasToday } from "#lib/domain/platform/gas-budget/read-gas-today.ts";
import { log } from "#lib/log/log.ts";

const perPass = 32;
/** Payouts opened in one transaction, which locks their payments. */
const perCommit = 64;
/**
 * The maximum number of payouts of one bulk payout under way, so that one merchant's leaves room for the
 * others.
 */
const maxUnderWay = 256;
/**
 * The maximum number of transactions that wait to be sent on a chain while bulk payouts add to them, because
 * buyers' collections wait there too.
 */
const maxWaiting = 256;

const upToPercent = 80n;

/** `more` when another batch may follow at once, `full` when the chain's relay has enough to send for now. */
type Outcome = "more" | "done" | "full";

/**
 * Opens the payouts of running bulk payouts in batches of 64, each in a transaction of its own, while at most
 * 256 of one are under way and at most 256 transactions wait to be sent on its chain. Those of a chain
 * take turns. One ends when nothing of it is left, and pauses until the next day once payouts would take
 * the gas budget that the partner's buyers need. It stops early, and leaves the rest held, when the
 * merchant's destination is no longer the requested one, or when a payout to it has failed and is not
 * retried. Concurrent calls are harmless.
 */
export async function advanceBulkPayouts(): Promise<void> {
  const full = new Set<number>();
  for (const bulkPayout of await listRunning(database, enabledChainIds(), perPass)) {
    const chainId = chainIdOf(bulkPayout.asset);
    if (full.has(chainId)) continue;
    try {
      let outcome: Outcome;
      do outcome = await advance(bulkPayout, chainId);
      while (outcome === "more");
      if (outcome === "full") full.add(chainId);
    } catch (error) {
      log().warn({ err: error, bulkPayoutId: bulkPayout.id }, "a bulk payout could not advance; it will be repeated");
    }
  }
}

/** Opens one batch. */
function advance(bulkPayout: BulkPayout, chainId: number): Promise<Outcome> {
  return inTransaction(async (tx) => {
    // The destination before the bulk payout, because a change of destination locks them in this order too.
    const destination = await holdDestination(tx, bulkPayout.merchantId, bulkPayout.asset);
    if (!(await lockIfRunning(tx, bulkPayout.id))) return "done";
    const now = clock.now();
    const { underWay, refusal } = await findObstacles(tx, bulkPayout);
    const reason =
      destination === bulkPayout.destination ? refusal : "The settlement destination was changed or removed.";
    if (reason !== null) {
      await updateBulkPayout(tx, bulkPayout.id, { state: "stopped", reason }, now);
      return "done";
    }
    if (underWay >= maxUnderWay || (await isBudgetNearlyUsed(tx, bulkPayout.partnerId))) {
      await updateBulkPayout(tx, bulkPayout.id, { state: "running" }, now);
      return "done";
    }
    const waiting = await countWaiting(tx, chainId, maxWaiting);
    if (waiting >= maxWaiting) return "full";
    return openBatch(tx, bulkPayout, Math.min(perCommit, maxUnderWay - underWay, maxWaiting - waiting), now);
  });
}

/**
 * Payouts count in the partner's gas budget without being refused, so bulk payouts leave the last fifth to its
 * buyers.
 */
async function isBudgetNearlyUsed(tx: Tx, partnerId: PartnerId): Promise<boolean> {
  const { used, budget } = await readGasToday(tx, partnerId);
  return budget !== null && used * 100n >= budget * upToPercent;
}

async function openBatch(tx: Tx, bulkPayout: BulkPayout, limit: number, now: Date): Promise<Outcome> {
  const { destination } = bulkPayout;
  const opened = await openRequested(tx, bulkPayout, limit, now);
  const ordered = ({ attempt }: { attempt: number }) => ({ type: "settlement_ordered", attempt, destination }) as const;
  await applyPaymentEvents(
    tx,
    opened.map((payout) => ({ id: payout.paymentId, events: [ordered(payout)] })),
    now,
  );
  const isEnd = opened.length < limit && !(await isAnyLeft(tx, bulkPayout));
  await updateBulkPayout(tx, bulkPayout.id, { state: isEnd ? "completed" : "running", opened: opened.length }, now);
  if (opened.length > 0) announcePendingPayout(tx);
  return opened.length === limit ? "more" : "done";
}
