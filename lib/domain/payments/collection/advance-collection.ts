import { type ApprovalState, readAllowance, readApprovalState } from "#lib/chain/approvals.ts";
import { isSimulated } from "#lib/chain/chains.ts";
import { askChain, ChainResting } from "#lib/chain/nodes/ask-chain.ts";
import { chainClient } from "#lib/chain/nodes/clients.ts";
import { newestFinalBlock } from "#lib/chain/nodes/final-block.ts";
import { reachRelayFaultPoint } from "#lib/chain/relay/relay-fault-point.ts";
import { findDeploymentProgress, refuseUnsent } from "#lib/chain/relay/repository.ts";
import { queueTransaction } from "#lib/chain/relay/sending/queue-transaction.ts";
import type { ContractCall } from "#lib/chain/signatures/deployments.ts";
import { readNonceState, usedNonceReason } from "#lib/chain/used-nonce.ts";
import { clock } from "#lib/core/clock.ts";
import { isTillError } from "#lib/core/errors.ts";
import type { AttemptId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction, type Tx } from "#lib/db/transaction.ts";
import { collectSimulated } from "#lib/domain/payments/collection/collect-simulated.ts";
import { collectionCall } from "#lib/domain/payments/collection/collection-call.ts";
import { estimateGasNeeds, findGasCap, type GasNeeds } from "#lib/domain/payments/collection/estimate-gas-needs.ts";
import { decideCollected } from "#lib/domain/payments/collection/find-collected.ts";
import { recordCollections, rejectCollection } from "#lib/domain/payments/collection/record-collection.ts";
import {
  type AwaitingAttempt,
  endWaiting,
  findAwaitingAttempt,
  recordApprovalNonce,
} from "#lib/domain/payments/collection/repository.ts";
import { withRecord } from "#lib/domain/payments/collection/sealed-record.ts";
import { simulateOption } from "#lib/domain/payments/collection/simulate-option.ts";
import { collectableOf, type PaymentOption } from "#lib/domain/payments/options/option.ts";
import { getOptionOfAttempt } from "#lib/domain/payments/options/option-repository.ts";
import { listPaymentsById } from "#lib/domain/payments/repository.ts";
import { findReservedGas } from "#lib/domain/platform/gas-budget/repository.ts";
import { reserveGas } from "#lib/domain/platform/gas-budget/reserve-gas.ts";
import { log } from "#lib/log/log.ts";

/** Long enough for several node requests in a row; no client waits for the result. */
const timeoutMs = 20_000;

/** A transaction that was sent is known to a node within seconds. */
const unknownApprovalMs = 2 * 60_000;

/**
 * `readyAt` is a block at which a simulation of the collection succeeded; `gas` is what it needs, null where the confirm has
 * reserved that. `atBlock` is a final block at which it can't succeed any longer: if the payment was collected already, then
 * by that block.
 */
type Ready = { readyAt: bigint; gas: GasNeeds | null };
type Unrecoverable = { unrecoverable: string; atBlock?: bigint };
type Readiness = "waiting" | Ready | Unrecoverable;

/**
 * Checks whether the approval is mined and the wallet deployed that an attempt waits for. If so, queues the collection
 * with the relay; if that can no longer happen, rejects the attempt and fails the payment; otherwise it keeps
 * waiting. Repeated and concurrent calls are harmless: only the call that ends the wait continues, in the
 * same transaction, and the relay takes one collection per attempt.
 */
export async function advanceCollection(attemptId: AttemptId): Promise<void> {
  const attempt = await findAwaitingAttempt(database, attemptId);
  if (attempt === null) return;
  const option = await getOptionOfAttempt(database, attemptId);
  if (isSimulated(option.chainId)) {
    await inTransaction((tx) => collectSimulated(tx, attemptId, option));
    return;
  }
  const readiness = await checkReadiness(attempt, option);
  if (readiness === "waiting") return;
  if ("unrecoverable" in readiness) {
    await giveUp(attemptId, option, readiness);
    return;
  }
  try {
    await inTransaction((tx) => queueCollection(tx, attempt, option, readiness));
  } catch (error) {
    if (!isTillError(error) || error.code !== "rate_limited") throw error;
    await giveUp(attemptId, option, { unrecoverable: error.message });
    return;
  }
  reachRelayFaultPoint({ purpose: { kind: "collection", attemptId } }, "queued");
}

/** @throws TillError `rate_limited` when a budget for gas is used up. */
async function queueCollection(
  tx: Tx,
  { id: attemptId, appId, signature }: AwaitingAttempt,
  option: PaymentOption,
  { readyAt: sinceBlock, gas }: Ready,
): Promise<void> {
  if (!(await endWaiting(tx, attemptId))) return;
  const { chainId, submitter: wallet, buyer } = option;
  const [payment] = await listPaymentsById(tx, [option.paymentId]);
  if (payment === undefined) throw new Error(`there is no payment ${option.paymentId}`);
  if (gas !== null) {
    const { partnerId } = payment;
    await reserveGas(tx, { partnerId, appId, buyer, attemptId, chainId, needs: gas.needs });
  }
  const gasCap = gas === null ? await findGasCap(tx, attemptId) : gas.gasCap;
  const call = withRecord(collectionCall(option, signature), option, payment.merchantId);
  const purpose = { kind: "collection", attemptId } as const;
  await queueTransaction(tx, { chainId, wallet, purpose, ...call, sinceBlock, gasCap });
}

/** A database that is older than the chain may not know that the money was collected, so that is decided first. */
async function giveUp(
  attemptId: AttemptId,
  option: PaymentOption,
  { unrecoverable: reason, atBlock = 0n }: Unrecoverable,
): Promise<void> {
  const execution = await decideCollected(attemptId, { sinceBlock: null, atLeast: atBlock, hasReverted: false });
  await inTransaction(async (tx) => {
    if (!(await endWaiting(tx, attemptId))) return;
    await refuseUnsent(tx, attemptId);
    if (execution === null) await rejectCollection(tx, attemptId, option, reason);
    else await recordCollections(tx, [{ purpose: { attemptId }, execution }]);
  });
}

/** A failing node proves nothing, so the attempt keeps waiting until its signature has expired (endExpiredCollections). */
function checkReadiness(attempt: AwaitingAttempt, option: PaymentOption): Promise<Readiness> {
  return readReadiness(attempt, option).catch((error: unknown): Readiness => {
    const facts = { err: error, attemptId: attempt.id };
    if (!(error instanceof ChainResting)) log().warn(facts, "could not check whether a collection is ready");
    return "waiting";
  });
}

async function readReadiness(attempt: AwaitingAttempt, option: PaymentOption): Promise<Readiness> {
  const read = async (): Promise<Readiness> => {
    const head = await chainClient(option.chainId).getBlockNumber();
    const atBlock = await newestFinalBlock(option.chainId, head);
    const checks = [
      checkNonce(option, { head, finalBlock: atBlock }),
      checkApproval(attempt, option),
      checkWallet(attempt, option),
    ];
    const missing = (await Promise.all(checks)).find((need) => need !== "met");
    if (missing !== undefined) return missing === "waiting" ? missing : { ...missing, atBlock };
    const call = collectionCall(option, attempt.signature);
    const { objection } = await simulateOption(option, call, null);
    if (objection === null) return { readyAt: head, gas: await estimateUnreserved(attempt, option, call) };
    const isFinal = await isObjectionFinal(attempt, option, { head, finalBlock: atBlock });
    return isFinal ? { unrecoverable: objection.words, atBlock } : "waiting";
  };
  return askChain(option.chainId, read, timeoutMs);
}

async function estimateUnreserved(
  { id }: AwaitingAttempt,
  option: PaymentOption,
  collection: ContractCall,
): Promise<GasNeeds | null> {
  if ((await findReservedGas(database, id)) !== null) return null;
  const calls = { collection, deployment: null, hasCode: await hasCode(option), isReady: true };
  return estimateGasNeeds(option, calls);
}

/**
 * True when a failed simulation counts. It may come from a node that lags behind the one that showed the approval or the
 * wallet. So it counts only if both existed in the newest final block and the collection fails there as well as at the
 * head, each read at a block number, for which a lagging node returns an error.
 * @throws Error when the node fails, or while the chain is too short to have a final block.
 */
async function isObjectionFinal(
  attempt: AwaitingAttempt,
  option: PaymentOption,
  { head, finalBlock }: { head: bigint; finalBlock: bigint },
): Promise<boolean> {
  const { chainId, token, buyer: owner, amount } = option;
  if (attempt.approvalHash !== null && (await readAllowance({ chainId, token, owner }, finalBlock)) < amount)
    return false;
  if ((await findDeploymentProgress(database, attempt.id)) !== null && !(await hasCode(option, finalBlock)))
    return false;
  const call = collectionCall(option, attempt.signature);
  const simulations = await Promise.all([finalBlock, head].map((block) => simulateOption(option, call, null, block)));
  return simulations.every(({ objection }) => objection !== null);
}

type Need = "met" | "waiting" | { unrecoverable: string };

/** Checks the signed nonce too: a buyer may use it up and never send the approval. */
async function checkNonce(option: PaymentOption, at: { head: bigint; finalBlock: bigint }): Promise<Need> {
  const state = await readNonceState(collectableOf(option), at);
  if (state === "unused") return "met";
  return state === "final" ? { unrecoverable: usedNonceReason } : "waiting";
}

async function checkApproval(attempt: AwaitingAttempt, option: PaymentOption): Promise<Need> {
  const { id, approvalHash: hash, approvalNonce } = attempt;
  if (hash === null) return "met";
  const { chainId, token, buyer: owner, amount: needed } = option;
  const approval = { chainId, token, owner, needed, hash, nonce: approvalNonce };
  const state = await readApprovalState(approval, (head) => newestFinalBlock(chainId, head));
  if (state.kind === "pending" && state.nonce !== null) await recordApprovalNonce(database, id, state.nonce);
  return needOf(state, attempt);
}

function needOf(state: ApprovalState, { createdAt }: AwaitingAttempt): Need {
  if (state.kind === "failed") return { unrecoverable: `approval transaction: ${state.reason}` };
  const isOverdue = clock.now().getTime() - createdAt.getTime() > unknownApprovalMs;
  if (state.kind === "pending" && !state.isKnown && isOverdue) {
    return { unrecoverable: "no node knows its approval transaction" };
  }
  return state.kind === "enough" ? "met" : "waiting";
}

/** Checks for the wallet's code, which our transaction or any other may have deployed. */
async function checkWallet({ id }: AwaitingAttempt, option: PaymentOption): Promise<Need> {
  // Read before the chain: a deployment that has ended by now has left its wallet there, or never will.
  const progress = await findDeploymentProgress(database, id);
  if (progress === null || (await hasCode(option))) return "met";
  const { state, blockNumber } = progress;
  if (state !== "final" && state !== "refused" && state !== "cancelled") return "waiting";
  // Read again at the block in which it ended, for which a lagging node returns an error.
  const isMissing = blockNumber === null || !(await hasCode(option, blockNumber));
  return isMissing ? { unrecoverable: "its wallet could not be deployed" } : "waiting";
}

async function hasCode({ chainId, buyer: address }: PaymentOption, blockNumber?: bigint): Promise<boolean> {
  const at = blockNumber === undefined ? {} : { blockNumber };
  return (await chainClient(chainId).getCode({ address, ...at })) !== undefined;
}
