import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { usableTokens } from "#lib/chain/capabilities.ts";
import { enabledChainIds } from "#lib/chain/chains.ts";
import { warnOfHotCustody } from "#lib/chain/custody.ts";
import { ChainMonitor, checkEveryMs } from "#lib/chain/nodes/chain-monitor.ts";
import { checkGas } from "#lib/chain/relay/fees/check-gas.ts";
import { outflowLimits } from "#lib/chain/relay/limits/limits.ts";
import { runRelayQueue } from "#lib/chain/relay/loops/run-relay-queue.ts";
import { registerWallet } from "#lib/chain/relay/recovery/register-wallet.ts";
import { type RelayQueue, relayQueueKey } from "#lib/chain/relay/relay-transaction.ts";
import { Wakeup } from "#lib/chain/relay/wakeup.ts";
import { listUnservedWallets } from "#lib/chain/relay/wallets/wallets.ts";
import { openSigners, ownWallets } from "#lib/chain/signers/wallet-signers.ts";
import { simulatedChainId } from "#lib/core/account-mode.ts";
import { database } from "#lib/db/pool.ts";
import { type SignalChannel, signals } from "#lib/db/signals.ts";
import type { RenderEvents } from "#lib/domain/events/event-body.ts";
import { CollectionChecks } from "#lib/domain/payments/collection/check-collections.ts";
import { DepositChecks } from "#lib/domain/payments/deposits/check-deposits.ts";
import { checkStrayMoney } from "#lib/domain/payments/deposits/exceptions/check-stray-money.ts";
import { advanceBulkPayouts } from "#lib/domain/payments/payouts/bulk/advance-bulk-payouts.ts";
import { retryFailedPayouts } from "#lib/domain/payments/payouts/retries/retry-failed-payouts.ts";
import { sendPendingPayouts } from "#lib/domain/payments/payouts/send-pending-payouts.ts";
import { rateSource } from "#lib/domain/payments/rates/configured-rate-source.ts";
import { relayRegistry } from "#lib/domain/payments/recovery/relay-registry.ts";
import { findFirstPaymentTime } from "#lib/domain/payments/repository.ts";
import { foldSettlementMonths } from "#lib/domain/payments/settlements/fold-months.ts";
import { foldStatistics } from "#lib/domain/payments/statistics/fold-statistics.ts";
import { advanceReplays } from "#lib/domain/webhooks/replays/advance-replays.ts";
import { startAlarmLoop } from "#lib/jobs/alarms/alarm-loop.ts";
import { Heartbeats, type Watch } from "#lib/jobs/heartbeats.ts";
import { startJobQueue } from "#lib/jobs/job-queue.ts";
import { reportMissingMigrations } from "#lib/jobs/report-missing-migrations.ts";
import { crontab, tasks } from "#lib/jobs/tasks.ts";
import { WebhookDeliveries } from "#lib/jobs/webhooks/webhook-deliveries.ts";
import { raiseAlarm } from "#lib/log/alarm.ts";
import { log } from "#lib/log/log.ts";

const retryAfterMs = 2_000;
/** Most payments are confirmed and collected within one pause, so that their buyers are counted once. */
const foldEveryMs = 10_000;
const foldMonthsEveryMs = 5_000;
const payoutsEveryMs = 1_000;
const collectionsEveryMs = 500;
/** A round without a new block asks for no more than its number. */
const depositsEveryMs = 500;
/** Between looks for addresses that are due, each of which is looked at far less often. */
const strayMoneyEveryMs = 2_000;
const retriesEveryMs = 5_000;
const webhooksEveryMs = 1_000;
/** The search for the collections of a wallet that is new to the database, at a node that allows few blocks in one query. */
const longestSearchMs = 3_600_000;
/** Leaves a margin below the 20 s after which a stopping process is killed. */
const stopTimeoutMs = 12_000;
const unservedCheckEveryMs = 60_000;
const defaultGasCheckEveryMs = 60_000;

export type Worker = {
  stop(): Promise<void>;
  /** Returns what keeps the worker from doing its work: loops that hang, a lost job queue; empty when nothing does. */
  findProblems(): string[];
  /** Returns the loops that hang for so long that only a new process helps; empty when none does. */
  findHung(): string[];
};

type WorkerOptions = {
  /** Writes events down for webhooks, as the API presents them. Without it, this worker delivers none. */
  renderEvents?: RenderEvents;
  /** Time between checks that idle wallets have gas. Default a minute. */
  gasCheckEveryMs?: number;
};

/**
 * Starts all background work: the relay queues of every enabled chain, the job queue, payouts and statistics. A chain whose
 * node does not answer at start is retried until it does, and delays no other. So is the database.
 * @throws Error for a configuration that can't work.
 * @returns `stop`, which resolves when running jobs and rounds have ended, or after 12 s. Work that still hangs on its node is
 * abandoned then, which is safe because each step is persisted before the next, as when a process is killed.
 */
export async function startWorker({
  renderEvents,
  gasCheckEveryMs = defaultGasCheckEveryMs,
}: WorkerOptions = {}): Promise<Worker> {
  const owner = `worker-${randomUUID()}`;
  const beats = new Heartbeats();
  const repeat: Repeat = (name, work, pauseMs, signal) => repeatWork(name, beats.around(name, work), pauseMs, signal);
  const repeatOn: RepeatOn = (due, name, work, pauseMs, signal) =>
    repeatOnSignal(due, name, beats.around(name, work), pauseMs, signal);
  const end = new AbortController();
  await openSigners();
  outflowLimits();
  warnOfHotCustody();
  const alarmLoop = startAlarmLoop({ sendsWithoutDatabase: true, watch: beats.around });
  const pending = { channel: "till_payout" } as const;
  const events = { channel: "till_event" } as const;
  const work = [
    reportMissingMigrations(end.signal),
    ...enabledChainIds().flatMap((chainId) => [
      ...ownWallets().map((wallet) => openRelayQueue({ chainId, wallet }, owner, beats.around, end.signal)),
      watchChain(chainId, repeat, end.signal),
      repeat("gas", () => checkGas(chainId, ownWallets()), gasCheckEveryMs, end.signal),
      checkCollections(chainId, repeatOn, end.signal),
      checkDeposits(chainId, repeat, end.signal),
      repeat("money at deposit addresses", () => checkStrayMoney(chainId, rateSource()), strayMoneyEveryMs, end.signal),
      repeatOn(pending, "payouts", () => sendPendingPayouts(chainId), payoutsEveryMs, end.signal),
    ]),
    checkCollections(simulatedChainId, repeatOn, end.signal),
    repeat("statistics", foldStatistics, foldEveryMs, end.signal),
    repeat("settlement months", foldSettlementMonths, foldMonthsEveryMs, end.signal),
    repeatOn(pending, "bulk payouts", advanceBulkPayouts, payoutsEveryMs, end.signal),
    ...(renderEvents === undefined ? [] : [deliverWebhooks(renderEvents, end.signal, beats)]),
    repeatOn(events, "webhook replays", advanceReplays, webhooksEveryMs, end.signal),
    repeat("payout retries", retryFailedPayouts, retriesEveryMs, end.signal),
    // Delayed, because this worker is still taking over its own queues from the worker before it.
    pause(unservedCheckEveryMs, undefined, { signal: end.signal, ref: false }).then(
      () => repeat("unserved wallets", reportUnservedWallets, unservedCheckEveryMs, end.signal),
      () => undefined,
    ),
  ];
  const jobs = await startJobQueue({ taskList: tasks, crontab, beats }, end.signal);
  return {
    findProblems: () => [...beats.findSilent(), ...(jobs.isConnected() ? [] : ["the job queue has no connection"])],
    findHung: () => beats.findHung(),
    async stop() {
      end.abort();
      const ended = Promise.all([...work, jobs.ended]).then(() => true);
      if (!(await Promise.race([ended, pause(stopTimeoutMs, false, { ref: false })]))) {
        log().warn("the worker stops while nodes have not answered yet");
      }
      await alarmLoop.stop();
    },
  };
}

function watchChain(chainId: number, repeat: Repeat, signal: AbortSignal): Promise<void> {
  const monitor = new ChainMonitor(chainId);
  const check = async () => {
    await monitor.check();
    // Asks the node again only when its next check is due.
    await usableTokens(chainId);
  };
  return repeat("chain monitor", check, checkEveryMs, signal);
}

async function checkCollections(chainId: number, repeatOn: RepeatOn, signal: AbortSignal): Promise<void> {
  const checks = new CollectionChecks(chainId);
  const due = { channel: "till_collection", key: String(chainId) } as const;
  await repeatOn(due, "collections", () => checks.startDue(), collectionsEveryMs, signal);
  await checks.settle();
}

function checkDeposits(chainId: number, repeat: Repeat, signal: AbortSignal): Promise<void> {
  const checks = new DepositChecks(chainId, rateSource());
  return repeat("deposits", () => checks.round(), depositsEveryMs, signal);
}

async function openRelayQueue(queue: RelayQueue, owner: string, watch: Watch, signal: AbortSignal): Promise<void> {
  const check = watch(`opening ${relayQueueKey(queue)}`, () => usableTokens(queue.chainId));
  const register = watch(
    `registering ${relayQueueKey(queue)}`,
    async () => registerWallet(queue, await findFirstPaymentTime(database)),
    longestSearchMs,
  );
  while (!signal.aborted) {
    try {
      await check();
      await register();
      await runRelayQueue(queue, { owner, registry: relayRegistry, watch }, signal);
    } catch (error) {
      log().warn({ err: error, chainId: queue.chainId }, "a relay queue could not be opened; it will be retried");
      await pause(retryAfterMs, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** Delivers webhooks: at a new event, when there is room for another, and for retries every second. */
async function deliverWebhooks(renderEvents: RenderEvents, signal: AbortSignal, beats: Heartbeats): Promise<void> {
  const wakeup = new Wakeup(signal);
  const deliveries = new WebhookDeliveries(renderEvents, () => wakeup.notify(), signal, Math.random);
  const stop = signals().listen("till_event", () => wakeup.notify());
  const round = beats.around("webhooks", () => deliveries.round());
  await repeatWork("webhooks", round, webhooksEveryMs, signal, wakeup).finally(stop);
  await deliveries.settle();
}

/** A wallet with open transactions and no worker may have lost its key, and only its key can send them. */
async function reportUnservedWallets(): Promise<void> {
  for (const chainId of enabledChainIds()) {
    for (const { wallet, open } of await listUnservedWallets(database, chainId)) {
      const facts = { chainId, wallet, open };
      const message = "a relayer wallet has open transactions and no worker with its key";
      raiseAlarm("relayer_key", relayQueueKey({ chainId, wallet }), facts, message);
    }
  }
}

type Repeat = typeof repeatWork;
type RepeatOn = typeof repeatOnSignal;

/** Repeats work until the signal aborts, with a pause after each run that the wakeup can end. Failures are logged. */
async function repeatWork(
  name: string,
  work: () => Promise<void>,
  pauseMs: number,
  signal: AbortSignal,
  wakeup: Wakeup = new Wakeup(signal),
): Promise<void> {
  while (!signal.aborted) {
    await work().catch((error: unknown) =>
      log().warn({ err: error, name }, "background work failed; it will be repeated"),
    );
    await wakeup.wait(pauseMs);
  }
}

/** Repeats work as {@link repeatWork} does, and at once when a notification comes: of the key, or of any without one. */
function repeatOnSignal(
  { channel, key }: { channel: SignalChannel; key?: string },
  name: string,
  work: () => Promise<void>,
  pauseMs: number,
  signal: AbortSignal,
): Promise<void> {
  const wakeup = new Wakeup(signal);
  const stop = signals().listen(channel, (keys) => {
    if (key === undefined || keys.includes(key)) wakeup.notify();
  });
  return repeatWork(name, work, pauseMs, signal, wakeup).finally(stop);
}
