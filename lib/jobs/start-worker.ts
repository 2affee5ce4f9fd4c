import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { run } from "graphile-worker";
import { usableTokens } from "#lib/chain/capabilities.ts";
import { enabledChainIds } from "#lib/chain/chains.ts";
import { raiseAlarm } from "#lib/chain/relay/alarm.ts";
import type { RelayQueue } from "#lib/chain/relay/relay-transaction.ts";
import { runRelayQueue } from "#lib/chain/relay/run-relay-queue.ts";
import { Wakeup } from "#lib/chain/relay/wakeup.ts";
import { ownWallets } from "#lib/chain/relay/wallets/wallet-keys.ts";
import { listOrphans, registerWallet } from "#lib/chain/relay/wallets/wallets.ts";
import { database, pool } from "#lib/db/pool.ts";
import { signals } from "#lib/db/signals.ts";
import { resumeCollections } from "#lib/domain/payments/collection/resume-collections.ts";
import { sendPendingPayouts } from "#lib/domain/payments/payouts/send-pending-payouts.ts";
import { foldStatistics } from "#lib/domain/payments/statistics/fold-statistics.ts";
import { queueLogger } from "#lib/jobs/queue-logger.ts";
import { relayListener } from "#lib/jobs/relay-listener.ts";
import { crontab, tasks } from "#lib/jobs/tasks.ts";
import { log } from "#lib/log/log.ts";

const retryAfterMs = 2_000;
const foldEveryMs = 2_000;
const settleEveryMs = 1_000;
/** Of the 20 s that a process has to end. */
const endWithinMs = 12_000;
const orphansEveryMs = 60_000;

/**
 * Starts everything that happens without a request: the relay's queues of every enabled chain, and the job queue. A
 * chain whose node does not answer at start is tried again until it does, and holds up no other.
 * @returns `stop`, which lets running jobs and rounds end and resolves when they have. What hangs with its node is left
 * after a while: each step of it is persisted before the next, as for a process that is killed.
 */
export async function startWorker(): Promise<{ stop(): Promise<void> }> {
  const owner = `worker-${randomUUID()}`;
  const end = new AbortController();
  const queues = enabledChainIds().flatMap((chainId) =>
    ownWallets().map((wallet) => openRelayQueue({ chainId, wallet }, owner, end.signal)),
  );
  await resumeCollections(0);
  const folding = repeat("statistics", foldStatistics, foldEveryMs, end.signal);
  const payoutWakeup = new Wakeup(end.signal);
  const stopListening = signals().listen("till_payout", () => payoutWakeup.notify());
  const settling = repeat("settlements", sendPendingPayouts, settleEveryMs, end.signal, payoutWakeup);
  // Not at once: our own queues are only now being taken over from whoever had them before.
  const searching = pause(orphansEveryMs, undefined, { signal: end.signal, ref: false }).then(
    () => repeat("orphans", reportOrphans, orphansEveryMs, end.signal),
    () => undefined,
  );
  const runner = await run({
    pgPool: pool(),
    taskList: tasks,
    crontab,
    concurrency: 10,
    pollInterval: 1_000,
    noHandleSignals: true,
    logger: queueLogger(),
  });
  return {
    async stop() {
      end.abort();
      const ended = Promise.all([...queues, folding, settling, searching, runner.stop()]).then(() => true);
      if (!(await Promise.race([ended, pause(endWithinMs, false, { ref: false })]))) {
        log().warn("the worker ends though its nodes have not answered yet");
      }
      stopListening();
    },
  };
}

async function openRelayQueue(queue: RelayQueue, owner: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await usableTokens(queue.chainId);
      await registerWallet(queue);
      await runRelayQueue(queue, owner, relayListener, signal);
    } catch (error) {
      log().error({ err: error, chainId: queue.chainId, alarm: "chain_down" }, "a chain can't be relayed to yet");
      await pause(retryAfterMs, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** A wallet with work that no worker has come to may have lost its key: nobody else can do what is left in it. */
async function reportOrphans(): Promise<void> {
  for (const chainId of enabledChainIds()) {
    for (const { wallet, open } of await listOrphans(database, chainId)) {
      const facts = { chainId, wallet, open };
      raiseAlarm("relayer_key", `${chainId}:${wallet}`, facts, "a relayer wallet has work and no worker has its key");
    }
  }
}

/** Does something again and again, with a pause that the wakeup can end after each time, until the signal; a failure is logged. */
async function repeat(
  name: string,
  work: () => Promise<void>,
  pauseMs: number,
  signal: AbortSignal,
  wakeup: Wakeup = new Wakeup(signal),
): Promise<void> {
  while (!signal.aborted) {
    await work().catch((error: unknown) => log().warn({ err: error, name }, "repeated work failed"));
    await wakeup.wait(pauseMs);
  }
}
