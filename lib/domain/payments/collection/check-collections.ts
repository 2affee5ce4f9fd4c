import { getChain } from "#lib/chain/chains.ts";
import type { AttemptId } from "#lib/core/ids.ts";
import { RunningWork } from "#lib/core/running-work.ts";
import { database } from "#lib/db/pool.ts";
import { advanceCollection } from "#lib/domain/payments/collection/advance-collection.ts";
import { claimDueChecks } from "#lib/domain/payments/collection/repository.ts";
import { log } from "#lib/log/log.ts";

/** Started at once, so that their node requests share batches; the others wait, so that they can't keep the process busy. */
const perCall = 100;
/** Checks of one chain that run at the same time. A few that wait for a slow node delay no other. */
const atOnce = 200;

/** Checks the waiting collections of one chain, each about a block after its confirm and then less and less often. */
export class CollectionChecks {
  readonly #chainId: number;
  readonly #running = new RunningWork<AttemptId>();

  constructor(chainId: number) {
    this.#chainId = chainId;
  }

  /** Starts the checks that are due. One that fails is logged, and repeated when the next one is due. */
  async startDue(): Promise<void> {
    const free = Math.min(perCall, atOnce - this.#running.size);
    const { blockTimeMs } = getChain(this.#chainId);
    for (const id of await claimDueChecks(database, this.#chainId, blockTimeMs, free)) this.#start(id);
  }

  /** Resolves when no check is running. */
  settle(): Promise<void> {
    return this.#running.settle();
  }

  #start(attemptId: AttemptId): void {
    // A check that takes longer than the time to the next one runs once at a time.
    void this.#running.start(attemptId, () =>
      advanceCollection(attemptId).catch((error: unknown) =>
        log().warn({ err: error, attemptId }, "a waiting collection could not be checked; it will be checked again"),
      ),
    );
  }
}
