import { requireUsable } from "#lib/chain/capabilities.ts";
import { requireNoOther } from "#lib/chain/relay/nonces/require-accounted.ts";
import type { RelayOwners } from "#lib/chain/relay/relay-registry.ts";
import { readNonceState } from "#lib/chain/used-nonce.ts";
import { database } from "#lib/db/pool.ts";
import { decideCollected, findCollected } from "#lib/domain/payments/collection/find-collected.ts";
import { isCollectionAwaited } from "#lib/domain/payments/collection/is-collection-awaited.ts";
import { recordCollections, rejectCollection } from "#lib/domain/payments/collection/record-collection.ts";
import { isStillAccepted } from "#lib/domain/payments/collection/screen-again.ts";
import { wakeCollection } from "#lib/domain/payments/collection/wake-collection.ts";
import { collectableOf } from "#lib/domain/payments/options/option.ts";
import { getOptionOfAttempt } from "#lib/domain/payments/options/option-repository.ts";

/** Records what follows from the collections of payments' and refunds' attempts. */
export const collectionOwner: RelayOwners["collection"] = {
  recordFinal: recordCollections,
  async recordFailed(tx, { purpose: { attemptId } }, { reason, isForbidden }) {
    const option = await getOptionOfAttempt(tx, attemptId);
    await rejectCollection(tx, attemptId, option, reason, isForbidden ? "declined_user" : null);
  },
  recordProgress: async () => undefined,
  async findProhibition({ purpose: { attemptId }, chainId }) {
    await requireUsable(chainId, async () => (await getOptionOfAttempt(database, attemptId)).token);
    return (await isStillAccepted(attemptId)) ? null : "the screening declines the buyer's account by now";
  },
  findExecution: ({ purpose, sinceBlock }, atLeast) => findCollected(purpose.attemptId, sinceBlock, atLeast),
  decideExecution: ({ purpose, sinceBlock, state }, atLeast) =>
    decideCollected(purpose.attemptId, { sinceBlock, atLeast, hasReverted: state === "mined" }),
  async readSignedNonce({ purpose }, at) {
    const option = await getOptionOfAttempt(database, purpose.attemptId);
    return readNonceState(collectableOf(option), at);
  },
  maySucceedLater: ({ purpose }, failedAtBlock) => isCollectionAwaited(purpose.attemptId, failedAtBlock),
};

/** However the deployment of a buyer's wallet ends, the collection that waits for it is checked. */
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
