import { type Hex, TransactionNotFoundError, type TransactionReceipt, TransactionReceiptNotFoundError } from "viem";
import { chainClient } from "#lib/chain/clients.ts";
import { erc20Abi, permit2Address } from "#lib/chain/contracts.ts";
import type { Address } from "#lib/core/caip.ts";
import type { AtomicAmount } from "#lib/core/money.ts";

/** An approve of Permit2 that its owner says to have sent. */
export type Approval = {
  chainId: number;
  token: Address;
  owner: Address;
  /** Smallest units that Permit2 must be allowed. */
  needed: AtomicAmount;
  hash: Hex;
  /** The nonce of that transaction, if a node has shown it before. */
  nonce: bigint | null;
};

/** `nonce` is that of the transaction, once it was seen. */
export type ApprovalState =
  | { kind: "enough" }
  | { kind: "pending"; nonce: bigint | null }
  | { kind: "failed"; reason: "reverted" | "replaced" | "too small" };

/**
 * Looks what became of an approve. The allowance decides, not the hash: an approve that was sent again with another
 * fee, or through a contract wallet whose hash no node knows, counts as soon as it works. A hash that no node knows is
 * pending, whatever it is.
 * @param depth blocks that must lie on a failure before it counts, its own included.
 * @throws Error when the node fails.
 */
export async function lookAtApproval(approval: Approval, depth: number): Promise<ApprovalState> {
  const { chainId, owner, needed, hash } = approval;
  const client = chainClient(chainId);
  // Head first: a nonce that was used up by then has its receipt by the time we ask for that.
  const head = await client.getBlockNumber();
  const settled = head - BigInt(depth - 1);
  const [allowance, receipt, nonce, usedNonces] = await Promise.all([
    readAllowance(approval),
    client.getTransactionReceipt({ hash }).catch(unlessUnknown),
    approval.nonce ?? client.getTransaction({ hash }).then((found) => nonceOf(found, owner), unlessUnknown),
    settled < 0n ? 0 : client.getTransactionCount({ address: owner, blockNumber: settled }),
  ]);
  if (allowance >= needed) return { kind: "enough" };
  if (receipt !== null) return judgeReceipt(approval, receipt, nonce, settled);
  const isUsedUp = nonce !== null && BigInt(usedNonces) > nonce;
  // At a named block, for which a node that lags behind has no answer: its missing receipt would say nothing.
  const isReplaced = isUsedUp && (await readAllowance(approval, settled)) < needed;
  return isReplaced ? { kind: "failed", reason: "replaced" } : { kind: "pending", nonce };
}

async function judgeReceipt(
  approval: Approval,
  { status, blockNumber }: TransactionReceipt,
  nonce: bigint | null,
  settled: bigint,
): Promise<ApprovalState> {
  if (blockNumber > settled) return { kind: "pending", nonce };
  if (status === "reverted") return { kind: "failed", reason: "reverted" };
  // In the block that the approve is in, so that a node which lags behind it is not taken for an approve of too little.
  const allowed = await readAllowance(approval, blockNumber);
  return allowed < approval.needed ? { kind: "failed", reason: "too small" } : { kind: "pending", nonce };
}

/**
 * How much Permit2 may take of a token from its owner, in smallest units.
 * @param blockNumber the state to look at; the node's newest when left out.
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

/** Only a transaction of the owner's own uses up a nonce of the owner's. */
function nonceOf(transaction: { from: Address; nonce: number }, owner: Address): bigint | null {
  return transaction.from.toLowerCase() === owner.toLowerCase() ? BigInt(transaction.nonce) : null;
}

function unlessUnknown(error: unknown): null {
  if (error instanceof TransactionNotFoundError || error instanceof TransactionReceiptNotFoundError) return null;
  throw error;
}
