import { chainClient } from "#lib/chain/nodes/clients.ts";
import { revertReason } from "#lib/chain/nodes/node-error.ts";
import { transferCalldata } from "#lib/chain/transfers.ts";
import type { Address } from "#lib/core/caip.ts";

/** A transfer of `amount`, in the token's smallest unit, from a treasury to a merchant's account. */
export type PayoutTransfer = { chainId: number; token: Address; from: Address; to: Address; amount: bigint };

/**
 * Simulates a payout's transfer at the node's newest block.
 * @returns `none` when the token would make it; `destination` when it would move the amount but not to this account, as after
 * an issuer has blocked it; `passing` when it would move the amount nowhere: the token is paused, or the treasury is blocked or
 * short.
 * @throws Error when the node fails.
 */
export async function findPayoutRefusal(transfer: PayoutTransfer): Promise<"none" | "destination" | "passing"> {
  if (await isPossible(transfer)) return "none";
  return (await isPossible({ ...transfer, to: transfer.from })) ? "destination" : "passing";
}

async function isPossible({ chainId, token, from: account, to, amount }: PayoutTransfer): Promise<boolean> {
  try {
    await chainClient(chainId).call({ account, to: token, data: transferCalldata(to, amount) });
    return true;
  } catch (error) {
    if (revertReason(error) === null) throw error;
    return false;
  }
}
