import { requireNoOther } from "#lib/chain/relay/nonces/require-accounted.ts";
import type { RelayOwners } from "#lib/chain/relay/relay-registry.ts";
import { wakeCollection } from "#lib/domain/payments/collection/wake-collection.ts";

/** What follows from the deployments of buyers' wallets: however one ends, the collection that waits for it is checked. */
export const deploymentOwner: RelayOwners["deployment"] = {
  async recordFinal(tx, ended) {
    for (const { purpose } of ended) await wakeCollection(tx, purpose.attemptId);
  },
  recordFailed: (tx, { purpose }) => wakeCollection(tx, purpose.attemptId),
  async recordProgress(tx, transactions, step) {
    if (step === "mined") for (const { purpose } of transactions) await wakeCollection(tx, purpose.attemptId);
  },
  findProhibition: async () => null,
  findExecution: async () => null,
  decideExecution: requireNoOther,
  readSignedNonce: async () => "unused",
  maySucceedLater: async () => false,
};
