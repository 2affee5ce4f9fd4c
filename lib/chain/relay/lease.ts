import type { RelayQueue } from "#lib/chain/relay/relay-transaction.ts";
import { claimRelayQueue, releaseRelayQueue } from "#lib/chain/relay/wallets/wallets.ts";

/** Longer than a pass with one time-out in it; what a crash leaves waits this long for the next worker. */
const leaseMs = 5_000;
const renewAfterMs = 1_000;

/** This process's hold on a queue. Only one worker at a time takes nonces in it, which the database itself checks too. */
export class Lease {
  readonly #queue: RelayQueue;
  readonly #owner: string;
  #claimedAtMs = Number.NEGATIVE_INFINITY;
  #claiming: Promise<boolean> | undefined;

  constructor(queue: RelayQueue, owner: string) {
    this.#queue = queue;
    this.#owner = owner;
  }

  /** Takes or renews the lease, at most once a second. @returns false while somebody else holds it. */
  hold(): Promise<boolean> {
    if (performance.now() - this.#claimedAtMs < renewAfterMs) return Promise.resolve(true);
    this.#claiming ??= this.#claim().finally(() => {
      this.#claiming = undefined;
    });
    return this.#claiming;
  }

  /** Gives the queue back, for an orderly end. */
  release(): Promise<void> {
    return releaseRelayQueue(this.#queue, this.#owner);
  }

  async #claim(): Promise<boolean> {
    const startedAtMs = performance.now();
    const isHeld = await claimRelayQueue(this.#queue, this.#owner, leaseMs);
    this.#claimedAtMs = isHeld ? startedAtMs : Number.NEGATIVE_INFINITY;
    return isHeld;
  }
}
