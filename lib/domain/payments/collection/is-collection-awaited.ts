import { TransactionReceiptNotFoundError } from "viem";
import { readAllowance } from "#lib/chain/approvals.ts";
import { chainClient } from "#lib/chain/nodes/clients.ts";
import { newestFinalBlock } from "#lib/chain/nodes/final-block.ts";
import { findDeploymentProgress } from "#lib/chain/relay/repository.ts";
import { readNonceState } from "#lib/chain/used-nonce.ts";
import { clock, toUnixSeconds } from "#lib/core/clock.ts";
import type { AttemptId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { type AwaitingAttempt, findUnfinishedAttempt } from "#lib/domain/payments/collection/repository.ts";
import { collectableOf, type PaymentOption } from "#lib/domain/payments/options/option.ts";
import { getOptionOfAttempt } from "#lib/domain/payments/options/option-repository.ts";

/**
 * True while a collection that was ready but fails at a block may become ready again: a reorg removed the approval or the
 * wallet that it depends on, and both will be mined again. False once the attempt's deadline has passed, or its nonce is used.
 * @throws Error when the node fails.
 */
export async function isCollectionAwaited(attemptId: AttemptId, atBlock: bigint): Promise<boolean> {
  const attempt = await findUnfinishedAttempt(database, attemptId);
  if (attempt === null) return false;
  const option = await getOptionOfAttempt(database, attemptId);
  if (isPastCollectionDeadline(option)) return false;
  const isAwaited =
    (await isApprovalReorged(attempt, option, atBlock)) || (await isDeploymentPending(attempt, option, atBlock));
  if (!isAwaited) return false;
  const finalBlock = await newestFinalBlock(option.chainId, atBlock);
  return (await readNonceState(collectableOf(option), { head: atBlock, finalBlock })) !== "final";
}

/**
 * True when the allowance is too small and the approval is in no final block. A final approval can't return: a smaller
 * allowance then means that the buyer revoked it.
 */
async function isApprovalReorged(
  { approvalHash: hash }: AwaitingAttempt,
  option: PaymentOption,
  head: bigint,
): Promise<boolean> {
  if (hash === null) return false;
  const { chainId, token, buyer: owner, amount } = option;
  const client = chainClient(chainId);
  if ((await readAllowance({ chainId, token, owner }, head)) >= amount) return false;
  const receipt = await client.getTransactionReceipt({ hash }).catch((error: unknown) => {
    if (error instanceof TransactionReceiptNotFoundError) return null;
    throw error;
  });
  return receipt === null || receipt.blockNumber > (await newestFinalBlock(chainId, head));
}

async function isDeploymentPending(
  { id }: AwaitingAttempt,
  { chainId, buyer: address }: PaymentOption,
  blockNumber: bigint,
): Promise<boolean> {
  const progress = await findDeploymentProgress(database, id);
  if (progress === null || progress.state === "final") return false;
  if (progress.state === "refused" || progress.state === "cancelled") return false;
  return (await chainClient(chainId).getCode({ address, blockNumber })) === undefined;
}

/** True when an option's signature has expired, so that nothing can be collected with it. */
function isPastCollectionDeadline({ validBefore }: Pick<PaymentOption, "validBefore">): boolean {
  return BigInt(toUnixSeconds(clock.now())) >= validBefore;
}
