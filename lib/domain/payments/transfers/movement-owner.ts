import { findMovement } from "#lib/chain/find-transfer.ts";
import { requireNoOther } from "#lib/chain/relay/nonces/require-accounted.ts";
import type { RelayOwners } from "#lib/chain/relay/relay-registry.ts";
import { failMovement, recordMovement } from "#lib/domain/payments/ledger/movements/record-movement.ts";
import { markSent } from "#lib/domain/payments/ledger/movements/repository.ts";
import { listClaimed } from "#lib/domain/payments/transfers/list-claimed.ts";

const findExecution: RelayOwners["movement"]["findExecution"] = (transaction, atLeast) =>
  findMovement(transaction, atLeast, listClaimed(transaction));

/** Records what follows from the operator's movements. */
export const movementOwner: RelayOwners["movement"] = {
  async recordFinal(tx, ended) {
    for (const { purpose, execution } of ended) await recordMovement(tx, purpose.movementId, execution.receipt);
  },
  recordFailed: (tx, { purpose }, { reason }) => failMovement(tx, purpose.movementId, reason),
  recordProgress(tx, transactions) {
    const ids = transactions.map(({ purpose }) => purpose.movementId);
    return markSent(tx, ids);
  },
  findProhibition: async () => null,
  findExecution,
  // Only the wallet's own transactions can have made it.
  decideExecution: async (transaction, atLeast) =>
    (await findExecution(transaction, atLeast)) ?? requireNoOther(transaction, atLeast),
  readSignedNonce: async () => "unused",
  maySucceedLater: async () => false,
};
