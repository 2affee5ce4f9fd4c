import type { RelayQueue } from "#lib/chain/relay/relay-transaction.ts";
import { claimRelayQueue, releaseRelayQueue } from "#lib/chain/relay/wallets/wallets.ts";

/** Longer than a round with one timeout in it. After a crash, a queue waits this long for the next worker. */
const leaseMs = 5_000;
const renewAfterMs = 1_000;

/** This process's lease on a queue. Only the holder reserves nonces, which the statement that reserves them checks too. */
export class Lease {
  readonly #queue: RelayQueue;
  readonly #owner: string;
  #claimedAtMs = Number.NEGATIVE_INFINITY;
  #claiming: Promise<boolean> | undefined;

  constructor(queue: RelayQueue, owner: string) {
    this.#queue = queue;
    this.#owner = owner;
  }

  /** Takes or renews the lease, at most once a second. @returns false while another worker holds it. */
  hold(): Promise<boolean> {
    if (performance.now() - this.#claimedAtMs < renewAfterMs) return Promise.resolve(true);
    this.#claiming ??= this.#claim().finally(() => {
      this.#claiming = undefined;
    });
    return this.#claiming;
  }

  /** Releases the lease at shutdown, so that another worker can take over at once. */
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
