import type { QueueCoordinator } from "#lib/chain/relay/loops/queue-coordinator.ts";
import type { RelayRegistry } from "#lib/chain/relay/relay-registry.ts";
import type { RelayQueue } from "#lib/chain/relay/relay-transaction.ts";

/** One round of a loop. @returns milliseconds to pause before the next round; a wakeup ends the pause early. */
export type Round = () => Promise<number>;

/** Shared by the loops of a queue. `owner` names this process in the queue's lease. */
export type RoundContext = {
  queue: RelayQueue;
  owner: string;
  registry: RelayRegistry;
  coordinator: QueueCoordinator;
};

/** The pause after a round without work, or after one that failed. */
export const idleMs = 1_000;
