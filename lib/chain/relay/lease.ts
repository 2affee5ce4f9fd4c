import type { Lane } from "#lib/chain/relay/relay-transaction.ts";
import { claimLane, releaseLane } from "#lib/chain/relay/wallets.ts";

/** Longer than a pass with one time-out in it; what a crash leaves waits this long for the next worker. */
const leaseMs = 5_000;
const renewAfterMs = 1_000;

/** This process's hold on a lane. Only one worker at a time takes nonces in it, which the database itself checks too. */
export class Lease {
  readonly #lane: Lane;
  readonly #owner: string;
  #claimedAtMs = Number.NEGATIVE_INFINITY;
  #claiming: Promise<boolean> | undefined;

  constructor(lane: Lane, owner: string) {
    this.#lane = lane;
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

  /** Gives the lane back, for an orderly end. */
  release(): Promise<void> {
    return releaseLane(this.#lane, this.#owner);
  }

  async #claim(): Promise<boolean> {
    const startedAtMs = performance.now();
    const isHeld = await claimLane(this.#lane, this.#owner, leaseMs);
    this.#claimedAtMs = isHeld ? startedAtMs : Number.NEGATIVE_INFINITY;
    return isHeld;
  }
}
