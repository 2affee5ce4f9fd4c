import { type Hex, TransactionNotFoundError, type TransactionReceipt, TransactionReceiptNotFoundError } from "viem";
import { erc20Abi, permit2Address } from "#lib/chain/contracts.ts";
import { chainClient } from "#lib/chain/nodes/clients.ts";
import type { Address } from "#lib/core/caip.ts";
import type { AtomicAmount } from "#lib/core/money.ts";

/** An approval for Permit2 that the buyer's wallet reported as sent. */
export type Approval = {
  chainId: number;
  token: Address;
  owner: Address;
  /** The allowance that Permit2 needs, in smallest units. */
  needed: AtomicAmount;
  hash: Hex;
  /** The nonce of the approval transaction, if a node has shown it before. */
  nonce: bigint | null;
};

/**
 * `nonce` is the approval transaction's, once a node has shown it as the owner's. `isKnown`: a node has shown
 * the transaction.
 */
export type ApprovalState =
  | { kind: "enough" }
  | { kind: "pending"; nonce: bigint | null; isKnown: boolean }
  | { kind: "failed"; reason: "reverted" | "replaced" | "too small" };

/**
 * Reads the state of an approval. The allowance decides, not the hash, so an approval counts even if it was replaced with
 * another fee, or sent through a contract wallet whose hash no node knows. An unknown hash is pending.
 * @param finalBlockAt returns the newest block in which a failure counts, for a head.
 * @throws Error when the node fails.
 */
export async function readApprovalState(
  approval: Approval,
  finalBlockAt: (head: bigint) => bigint | Promise<bigint>,
): Promise<ApprovalState> {
  const { chainId, owner, needed, hash } = approval;
  const client = chainClient(chainId);
  // The head is read first, so that a nonce used by then has its receipt when that is read.
  const head = await client.getBlockNumber();
  const finalBlock = await finalBlockAt(head);
  const [allowance, receipt, transaction] = await Promise.all([
    readAllowance(approval),
    client.getTransactionReceipt({ hash }).catch(unlessUnknown),
    approval.nonce === null ? client.getTransaction({ hash }).catch(unlessUnknown) : null,
  ]);
  const nonce = approval.nonce ?? (transaction === null ? null : nonceOf(transaction, owner));
  if (allowance >= needed) return { kind: "enough" };
  if (receipt !== null) return judgeReceipt(approval, receipt, nonce, finalBlock);
  const isKnown = nonce !== null || transaction !== null;
  const isReplaced = nonce !== null && finalBlock >= 0n && (await isReplacedAt(approval, nonce, finalBlock));
  return isReplaced ? { kind: "failed", reason: "replaced" } : { kind: "pending", nonce, isKnown };
}

/**
 * True when the nonce of an unknown approval was used by a block, and the allowance there is too small. A lagging node has
 * no answer for a named block. The nonce is read before and after the allowance, because a node that is adding a block may
 * show that block's state under the number before it.
 */
async function isReplacedAt(approval: Approval, nonce: bigint, blockNumber: bigint): Promise<boolean> {
  const client = chainClient(approval.chainId);
  const isUsed = async () => BigInt(await client.getTransactionCount({ address: approval.owner, blockNumber })) > nonce;
  return (await isUsed()) && (await readAllowance(approval, blockNumber)) < approval.needed && (await isUsed());
}

async function judgeReceipt(
  approval: Approval,
  { status, blockNumber }: TransactionReceipt,
  nonce: bigint | null,
  finalBlock: bigint,
): Promise<ApprovalState> {
  if (blockNumber > finalBlock) return { kind: "pending", nonce, isKnown: true };
  if (status === "reverted") return { kind: "failed", reason: "reverted" };
  // At the approval's own block, so that the older state of a lagging node doesn't look like too small an approval.
  const allowed = await readAllowance(approval, blockNumber);
  return allowed < approval.needed
    ? { kind: "failed", reason: "too small" }
    : { kind: "pending", nonce, isKnown: true };
}

/**
 * Reads how much of an owner's token Permit2 may transfer, in smallest units.
 * @param blockNumber the state to read; the node's newest when left out.
 */
export function readAllowance(
  { chainId, token, owner }: Pick<Approval, "chainId" | "token" | "owner">,
  blockNumber?: bigint,
): Promise<AtomicAmount> {
  return chainClient(chainId).readContract({
    address: token,
    abi: erc20Abi,
    functionName: "allowance",
    args: [owner, permit2Address],
    ...(blockNumber === undefined ? {} : { blockNumber }),
  });
}

/** Only a transaction from the owner uses one of the owner's nonces. */
function nonceOf(transaction: { from: Address; nonce: number }, owner: Address): bigint | null {
  return transaction.from.toLowerCase() === owner.toLowerCase() ? BigInt(transaction.nonce) : null;
}

function unlessUnknown(error: unknown): null {
  if (error instanceof TransactionNotFoundError || error instanceof TransactionReceiptNotFoundError) return null;
  throw error;
}
