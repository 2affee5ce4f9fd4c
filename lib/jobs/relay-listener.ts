import { usableTokens } from "#lib/chain/capabilities.ts";
import { findMovement, findPayout, type ListKnown } from "#lib/chain/find-transfer.ts";
import { readFinalBlock } from "#lib/chain/nodes/final-block.ts";
import { hasExpired } from "#lib/chain/permits/payout-authorization.ts";
import { requireAccounted } from "#lib/chain/relay/nonces/require-accounted.ts";
import type { RelayPurpose } from "#lib/chain/relay/purpose.ts";
import type { Execution, RelayListener, RelayRefusal, RelayTransaction } from "#lib/chain/relay/relay-transaction.ts";
import { listKnownHashes } from "#lib/chain/relay/sending/submissions.ts";
import { tokensOfChain } from "#lib/chain/tokens.ts";
import { readNonceState } from "#lib/chain/used-nonce.ts";
import type { Address } from "#lib/core/caip.ts";
import { clock } from "#lib/core/clock.ts";
import type { MovementId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { decideCollected, findCollected } from "#lib/domain/payments/collection/find-collected.ts";
import { isCollectionAwaited } from "#lib/domain/payments/collection/is-collection-awaited.ts";
import { routerPaymentOf } from "#lib/domain/payments/collection/option.ts";
import { getOptionOfAttempt } from "#lib/domain/payments/collection/option-repository.ts";
import {
  type FinalCollection,
  recordCollections,
  rejectCollection,
} from "#lib/domain/payments/collection/record-collection.ts";
import { moveAttempts } from "#lib/domain/payments/collection/repository.ts";
import { isStillAccepted } from "#lib/domain/payments/collection/screen-again.ts";
import { wakeCollection } from "#lib/domain/payments/collection/wake-collection.ts";
import { failMovement, recordMovement } from "#lib/domain/payments/ledger/movements/record-movement.ts";
import { listMovedBy, markSent } from "#lib/domain/payments/ledger/movements/repository.ts";
import { payoutNonce } from "#lib/domain/payments/payouts/payout-nonce.ts";
import { failPayout, recordPayout, renewPayout } from "#lib/domain/payments/payouts/record-payout.ts";
import { requireCover } from "#lib/domain/payments/payouts/require-cover.ts";
import { attributeTransaction } from "#lib/domain/payments/recovery/attribute-transaction.ts";
import { recordRemoved, recordReturned } from "#lib/domain/payments/recovery/removed-payments.ts";
import { listSettledBy } from "#lib/domain/payments/transfers/repository.ts";

const attemptStates = { broadcast: "submitted", mined: "mined", reorged: "reorged" } as const;

/** Applies the relay's outcomes to the payments that its transactions serve. A no-op transaction serves none. */
export const relayListener: RelayListener = {
  async onFinal(tx, ended) {
    const collections: FinalCollection[] = [];
    for (const { transaction, outcome } of ended) {
      const { purpose } = transaction;
      if (purpose.kind === "collection") collections.push({ attemptId: purpose.attemptId, execution: outcome });
      else if (purpose.kind === "payout") await recordPayout(tx, purpose, outcome.receipt);
      else if (purpose.kind === "movement") await recordMovement(tx, purpose.movementId, outcome.receipt);
      else if (purpose.kind === "deployment") await wakeCollection(tx, purpose.attemptId);
    }
    await recordCollections(tx, collections);
  },
  onRemoved: recordRemoved,
  onReturned: recordReturned,
  onCancelled: (tx, { purpose }, { reason }) => giveUp(tx, purpose, { reason, isForbidden: false }),
  onRefused: (tx, { purpose, calldata }, refusal) =>
    purpose.kind === "payout" && hasExpired(calldata, clock.now())
      ? renewPayout(tx, purpose)
      : giveUp(tx, purpose, refusal),
  async findProhibition({ purpose, chainId, wallet, target }) {
    await requireUsableToken(purpose, chainId, target);
    if (purpose.kind === "payout") await requireCover({ chainId, wallet }, target);
    if (purpose.kind !== "collection" || (await isStillAccepted(purpose.attemptId))) return null;
    return "the screening declines the buyer's account by now";
  },
  async onProgress(on, purposes, step) {
    const attemptIds = purposes.flatMap((purpose) => (purpose.kind === "collection" ? [purpose.attemptId] : []));
    if (attemptIds.length > 0) await moveAttempts(on, attemptIds, attemptStates[step]);
    const movementIds = purposes.flatMap((purpose): MovementId[] =>
      purpose.kind === "movement" ? [purpose.movementId] : [],
    );
    if (movementIds.length > 0) await markSent(on, movementIds);
    if (step !== "mined") return;
    for (const purpose of purposes) if (purpose.kind === "deployment") await wakeCollection(on, purpose.attemptId);
  },
  findExecution(transaction, atLeast) {
    const { purpose, sinceBlock } = transaction;
    if (purpose.kind === "collection") return findCollected(purpose.attemptId, sinceBlock, atLeast);
    return findMoved(transaction, atLeast);
  },
  async decideExecution(transaction, atLeast) {
    const { purpose, sinceBlock, state } = transaction;
    if (purpose.kind === "collection") {
      return decideCollected(purpose.attemptId, { sinceBlock, atLeast, hasReverted: state === "mined" });
    }
    const execution = await findMoved(transaction, atLeast);
    // Only the wallet's own transactions, and the ones by its authorizations, can have made a payout or a movement.
    if (execution === null) await requireAccounted(transaction, await readFinalBlock(transaction.chainId, atLeast));
    return execution;
  },
  async readSignedNonce({ purpose }, at) {
    if (purpose.kind !== "collection") return "unused";
    const option = await getOptionOfAttempt(database, purpose.attemptId);
    return readNonceState(option, routerPaymentOf(option), at);
  },
  attribute: attributeTransaction,
  async maySucceedLater({ purpose }, failedAtBlock) {
    return purpose.kind === "collection" && isCollectionAwaited(purpose.attemptId, failedAtBlock);
  },
};

async function findMoved(transaction: RelayTransaction, atLeast: bigint): Promise<Execution | null> {
  const { purpose, chainId } = transaction;
  if (purpose.kind !== "payout" && purpose.kind !== "movement") return null;
  // Two payouts of one amount to one merchant are the same call, and so are two equal movements. A hash that the relay signed,
  // or that has made another payout or movement after a restore, belongs to that one.
  const listKnown: ListKnown = async (hashes) => {
    const [signed, settled, moved] = await Promise.all([
      listKnownHashes(database, chainId, hashes),
      listSettledBy(database, chainId, hashes),
      listMovedBy(database, chainId, hashes),
    ]);
    return new Set([...signed, ...settled, ...moved]);
  };
  if (purpose.kind === "movement") return findMovement(transaction, atLeast, listKnown);
  return findPayout(transaction, payoutNonce(purpose.paymentId), atLeast, listKnown);
}

/** @throws Error while the token's contract isn't as expected; the call then waits, and a collection until its signature expires. */
async function requireUsableToken(purpose: RelayPurpose, chainId: number, target: Address): Promise<void> {
  if (purpose.kind !== "collection" && purpose.kind !== "payout") return;
  const usable = await usableTokens(chainId);
  // Most of the time every token is usable, and the option needn't be read.
  if (usable.length === tokensOfChain(chainId).length) return;
  const token = purpose.kind === "payout" ? target : (await getOptionOfAttempt(database, purpose.attemptId)).token;
  if (!usable.some((each) => each.token.address === token))
    throw new Error(`${token} isn't usable on chain ${chainId}`);
}

async function giveUp(tx: Tx, purpose: RelayPurpose, { reason, isForbidden }: RelayRefusal): Promise<void> {
  if (purpose.kind === "payout") await failPayout(tx, purpose, reason);
  else if (purpose.kind === "movement") await failMovement(tx, purpose.movementId, reason);
  else if (purpose.kind === "deployment") await wakeCollection(tx, purpose.attemptId);
  else if (purpose.kind === "collection") {
    const option = await getOptionOfAttempt(tx, purpose.attemptId);
    await rejectCollection(tx, purpose.attemptId, option, reason, isForbidden ? "declined_user" : null);
  }
}
