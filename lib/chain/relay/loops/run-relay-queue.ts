import { createFailureRound } from "#lib/chain/relay/loops/failure-loop.ts";
import { Lease } from "#lib/chain/relay/loops/lease.ts";
import { createMaintenanceRound } from "#lib/chain/relay/loops/maintenance-loop.ts";
import { QueueCoordinator } from "#lib/chain/relay/loops/queue-coordinator.ts";
import { idleMs, type Round } from "#lib/chain/relay/loops/round.ts";
import { createSendRound } from "#lib/chain/relay/loops/send-loop.ts";
import { createWatchRound } from "#lib/chain/relay/loops/watch-loop.ts";
import type { RelayRegistry } from "#lib/chain/relay/relay-registry.ts";
import { type RelayQueue, relayQueueKey } from "#lib/chain/relay/relay-transaction.ts";
import type { Wakeup } from "#lib/chain/relay/wakeup.ts";
import { signals } from "#lib/db/signals.ts";
import { log } from "#lib/log/log.ts";

type RelayQueueOptions = {
  /** Names this process in the lease; another worker takes over when the lease expires. */
  owner: string;
  registry: RelayRegistry;
  /** Wraps each round, so that one that hangs is noticed. */
  watch: (name: string, round: Round) => Round;
};

/**
 * Works through one relay queue until the signal aborts, and all that it has begun by then has ended. Four loops run
 * side by side, so that none delays another: one sends new transactions, one watches transactions in flight, one ends
 * those that failed, one does maintenance. Each round is safe to repeat: one that fails is logged and run again.
 */
export async function runRelayQueue(
  queue: RelayQueue,
  { owner, registry, watch }: RelayQueueOptions,
  signal: AbortSignal,
): Promise<void> {
  const lease = new Lease(queue, owner);
  const coordinator = new QueueCoordinator(signal);
  const stopListening = signals().listen("till_relay", (keys) => {
    if (keys.includes(relayQueueKey(queue))) coordinator.sendWakeup.notify();
  });
  const pauseAfter = async (round: Round): Promise<number> => {
    try {
      return (await lease.hold()) ? await round() : idleMs;
    } catch (error) {
      log().warn({ err: error, ...queue }, "a relay round failed; it will be repeated");
      return idleMs;
    }
  };
  const loop = async (name: string, round: Round, wakeup: Wakeup) => {
    const watched = watch(`${name} ${relayQueueKey(queue)}`, () => pauseAfter(round));
    while (!signal.aborted) await wakeup.wait(await watched());
  };
  const context = { queue, owner, registry, coordinator };
  await Promise.all([
    loop("sending", createSendRound(context), coordinator.sendWakeup),
    loop("watching", createWatchRound(context), coordinator.watchWakeup),
    loop("ending", createFailureRound(context), coordinator.failureWakeup),
    loop("maintaining", createMaintenanceRound(context), coordinator.maintenanceWakeup),
  ]);
  await coordinator.ends.settle();
  stopListening();
  await lease.release();
}
