import type { AbiEvent, Hex, Log, PublicClient } from "viem";
import type { Address } from "#lib/core/caip.ts";
import type { AtomicAmount } from "#lib/core/money.ts";

/** An event that proves a collection, and the amount that was collected. */
type CollectedLog = { logIndex: number; amount: AtomicAmount };

/** A call of one of our contracts that only its submitter can make, that works once, and that an event proves. */
export type Collectable = {
  chainId: number;
  contract: Address;
  event: AbiEvent;
  /** The first topic of the event after its signature: the hash of all that the call commits to. */
  key: Hex;
  /**
   * Asks a node whether the call can no longer work, because it or anything else has used it up.
   * @param blockNumber the block to read at, for which a node that lags behind has no answer; its latest without it.
   * @throws Error when the node fails, or a contract refuses to answer.
   */
  isUsed(client: PublicClient, blockNumber?: bigint): Promise<boolean>;
  /** Finds the event in a receipt's logs, with every field as agreed. */
  findLog(logs: readonly Log[]): CollectedLog | null;
};
