import { queueTransaction } from "#lib/chain/relay/queue-transaction.ts";
import { reachStep } from "#lib/chain/relay/reach-step.ts";
import { transferCalldata } from "#lib/chain/transfers.ts";
import { type Address, parseCaip10, parseCaip19 } from "#lib/core/caip.ts";
import { clock } from "#lib/core/clock.ts";
import type { PaymentId } from "#lib/core/ids.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { lockPayout, movePayout, type Payout } from "#lib/domain/payouts/repository.ts";
import { settlePurpose } from "#lib/domain/payouts/settle-purpose.ts";

/**
 * Puts the transfer of what a payment owes on the relay's list, once: a payout that is no longer pending is left as
 * it is, and so is a purpose that is on the list. No node is asked; the relay waits for one that answers.
 */
export async function settlePayment(paymentId: PaymentId): Promise<void> {
  const purpose = await inTransaction(async (tx) => {
    const payout = await lockPayout(tx, paymentId);
    if (payout.state !== "pending") return null;
    const { chainId, token, recipient } = partiesOf(payout);
    const calldata = transferCalldata(recipient, payout.amount);
    const sent = { purpose: settlePurpose(payout), target: token, calldata };
    await queueTransaction(tx, { chainId, wallet: payout.treasury, ...sent });
    await movePayout(tx, paymentId, "submitted", clock.now());
    return sent.purpose;
  });
  if (purpose !== null) reachStep({ purpose }, "queued");
}

/** The token contract and the recipient of a payout, out of its CAIP ids. @throws Error where it has no destination. */
export function partiesOf(payout: Payout): { chainId: number; token: Address; recipient: Address } {
  const asset = parseCaip19(payout.asset);
  const destination = payout.destination === null ? null : parseCaip10(payout.destination);
  if (asset === null || destination === null) throw new Error(`the payout of ${payout.paymentId} is unreadable`);
  return { chainId: asset.chainId, token: asset.address, recipient: destination.address };
}
