import { type ApprovalState, lookAtApproval, readAllowance } from "#lib/chain/approvals.ts";
import { askChain, ChainResting } from "#lib/chain/ask-chain.ts";
import { getChain, newestFinalBlock } from "#lib/chain/chains.ts";
import { chainClient } from "#lib/chain/clients.ts";
import { reachRelayFaultPoint } from "#lib/chain/relay/relay-fault-point.ts";
import { findDeploymentProgress } from "#lib/chain/relay/repository.ts";
import { queueTransaction } from "#lib/chain/relay/sending/queue-transaction.ts";
import { clock } from "#lib/core/clock.ts";
import type { AttemptId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { collectionCall } from "#lib/domain/payments/collection/collection-call.ts";
import { isPastCollectionDeadline } from "#lib/domain/payments/collection/collection-deadline.ts";
import type { PaymentOption } from "#lib/domain/payments/collection/option.ts";
import { getOptionOfAttempt } from "#lib/domain/payments/collection/option-repository.ts";
import { rejectCollection } from "#lib/domain/payments/collection/record-collection.ts";
import {
  type AwaitingAttempt,
  endWaiting,
  findAwaiting,
  recordApprovalNonce,
} from "#lib/domain/payments/collection/repository.ts";
import { simulateOption } from "#lib/domain/payments/collection/simulate-option.ts";
import { wakeCollection } from "#lib/domain/payments/collection/wake-collection.ts";
import { log } from "#lib/log/log.ts";

/** A look is several questions, one after the other, for which nobody waits. */
const lookMs = 10_000;

/** `ready` with a block at which the collection was seen to work. */
type Outlook = "waiting" | { ready: bigint } | { hopeless: string };

/**
 * Looks whether what an attempt waits for is there: an approve that is mined, a wallet that is deployed. If it is, the
 * collection is put on the relay's list; if it never will be, the attempt is rejected and the payment failed; else it is
 * looked at again, about a block later at first. Doing it twice, or in two workers at once, is harmless: whoever ends the wait
 * does the rest in the same transaction, and the collection's purpose is unique.
 */
export async function advanceCollection(attemptId: AttemptId): Promise<void> {
  const attempt = await findAwaiting(database, attemptId);
  if (attempt === null) return;
  const option = await getOptionOfAttempt(database, attemptId);
  const outlook = await lookAhead(attempt, option);
  if (outlook === "waiting") {
    await wakeCollection(database, attemptId, pauseMs(attempt, option));
    return;
  }
  const purpose = { kind: "collection", attemptId } as const;
  await inTransaction(async (tx) => {
    if (!(await endWaiting(tx, attemptId))) return;
    if ("hopeless" in outlook) return rejectCollection(tx, attemptId, option, outlook.hopeless);
    const { chainId, treasury: wallet } = option;
    const call = collectionCall(option, attempt.signature);
    await queueTransaction(tx, { chainId, wallet, purpose, ...call, sinceBlock: outlook.ready });
  });
  reachRelayFaultPoint({ purpose }, "queued");
}

/** About a block, and longer the longer it has come to nothing: a confirm costs a stranger little, each look costs us. */
function pauseMs({ createdAt }: AwaitingAttempt, { chainId }: PaymentOption): number {
  const waitedMs = clock.now().getTime() - createdAt.getTime();
  return Math.max(getChain(chainId).blockTimeMs, Math.round(waitedMs / 10));
}

/** A node that fails shows nothing, so that only time can make an attempt hopeless then. */
async function lookAhead(attempt: AwaitingAttempt, option: PaymentOption): Promise<Outlook> {
  const outlook = await look(attempt, option).catch((error: unknown): Outlook => {
    const facts = { err: error, attemptId: attempt.id };
    if (!(error instanceof ChainResting)) log().warn(facts, "what a collection waits for could not be looked at");
    return "waiting";
  });
  return outlook === "waiting" && isPastCollectionDeadline(attempt, option)
    ? { hopeless: "what it waited for did not come" }
    : outlook;
}

async function look(attempt: AwaitingAttempt, option: PaymentOption): Promise<Outlook> {
  const ask = async (): Promise<Outlook> => {
    const head = await chainClient(option.chainId).getBlockNumber();
    const needs = await Promise.all([lookAtApprove(attempt, option), lookAtWallet(attempt, option)]);
    const missing = needs.find((need) => need !== "there");
    if (missing !== undefined) return missing;
    const call = collectionCall(option, attempt.signature);
    const { objection } = await simulateOption(option, call, null);
    if (objection === null) return { ready: head };
    return (await isLasting(attempt, option, head)) ? { hopeless: objection } : "waiting";
  };
  return askChain(option.chainId, ask, lookMs);
}

/**
 * An objection may come of a node that lags behind the one which showed the approve or the wallet. It counts when what is
 * needed was there at finality depth already and the collection would have failed there as well as now, each asked at
 * a named block, for which a node that lags behind has no answer.
 */
async function isLasting(attempt: AwaitingAttempt, option: PaymentOption, head: bigint): Promise<boolean> {
  const { chainId, token, buyer: owner, amount } = option;
  const settled = newestFinalBlock(chainId, head);
  if (settled < 0n) return false;
  if (attempt.approvalHash !== null && (await readAllowance({ chainId, token, owner }, settled)) < amount) return false;
  if ((await findDeploymentProgress(database, attempt.id)) !== null && !(await hasCode(option, settled))) return false;
  const call = collectionCall(option, attempt.signature);
  const looks = await Promise.all([settled, head].map((block) => simulateOption(option, call, null, block)));
  return looks.every(({ objection }) => objection !== null);
}

type Need = "there" | "waiting" | { hopeless: string };

async function lookAtApprove(attempt: AwaitingAttempt, option: PaymentOption): Promise<Need> {
  const { id, approvalHash: hash, approvalNonce } = attempt;
  if (hash === null) return "there";
  const { chainId, token, buyer: owner, amount: needed } = option;
  const approval = { chainId, token, owner, needed, hash, nonce: approvalNonce };
  const state = await lookAtApproval(approval, getChain(chainId).confirmations);
  if (state.kind === "pending" && state.nonce !== null) await recordApprovalNonce(database, id, state.nonce);
  return needOf(state);
}

function needOf(state: ApprovalState): Need {
  if (state.kind === "failed") return { hopeless: `the approve: ${state.reason}` };
  return state.kind === "enough" ? "there" : "waiting";
}

/** Whoever made the wallet, ours or another's transaction: it is there or not. */
async function lookAtWallet({ id }: AwaitingAttempt, option: PaymentOption): Promise<Need> {
  // Its state before the chain's: a deployment that has ended by then has left its wallet, or never will.
  const progress = await findDeploymentProgress(database, id);
  if (progress === null || (await hasCode(option))) return "there";
  const { state, blockNumber } = progress;
  if (state !== "final" && state !== "refused" && state !== "cancelled") return "waiting";
  // Again at the block that it ended in, for which a node that lags behind has no answer.
  const isMissing = blockNumber === null || !(await hasCode(option, blockNumber));
  return isMissing ? { hopeless: "its wallet could not be deployed" } : "waiting";
}

async function hasCode({ chainId, buyer: address }: PaymentOption, blockNumber?: bigint): Promise<boolean> {
  const at = blockNumber === undefined ? {} : { blockNumber };
  return (await chainClient(chainId).getCode({ address, ...at })) !== undefined;
}
