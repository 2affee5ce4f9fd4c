import type { ListKnown } from "#lib/chain/find-transfer.ts";
import { listKnownHashes } from "#lib/chain/relay/submissions.ts";
import { database } from "#lib/db/pool.ts";
import { listMovedBy } from "#lib/domain/payments/ledger/movements/repository.ts";
import { listSettledBy } from "#lib/domain/payments/transfers/repository.ts";

/**
 * Lists the transactions of a chain that belong to a payout or a movement already: those that the relay
 * signed, and those that were found to have made one after a restore. Two payouts of one amount to one
 * merchant are the same call, and so are two equal movements.
 */
export function listClaimed({ chainId }: { chainId: number }): ListKnown {
  return async (hashes) => {
    const [signed, settled, moved] = await Promise.all([
      listKnownHashes(database, chainId, hashes),
      listSettledBy(database, chainId, hashes),
      listMovedBy(database, chainId, hashes),
    ]);
    return new Set([...signed, ...settled, ...moved]);
  };
}
