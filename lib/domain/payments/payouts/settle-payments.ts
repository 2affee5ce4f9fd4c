import { reachRelayFaultPoint } from "#lib/chain/relay/relay-fault-point.ts";
import type { NewTransaction } from "#lib/chain/relay/repository.ts";
import { queueTransactions } from "#lib/chain/relay/sending/queue-transaction.ts";
import { transferCalldata } from "#lib/chain/transfers.ts";
import { type Address, parseCaip10, parseCaip19 } from "#lib/core/caip.ts";
import { clock } from "#lib/core/clock.ts";
import type { PaymentId } from "#lib/core/ids.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { lockPending, type Payout, submitPayouts } from "#lib/domain/payments/payouts/repository.ts";

/**
 * Puts the transfers of what payments owe on the relay's list, each once, all of them or none: a payout that is no longer
 * pending, or that somebody else is about to send, is left as it is, and so is a purpose that is on the list. No node is
 * asked; the relay waits for one that answers.
 * @throws Error when one of them can't be read or written; then none is sent.
 */
export async function settlePayments(paymentIds: readonly PaymentId[]): Promise<void> {
  const transfers = await inTransaction(async (tx) => {
    const pending = await lockPending(tx, paymentIds);
    if (pending.length === 0) return [];
    const sent = pending.map(transferOf);
    await queueTransactions(tx, sent);
    await submitPayouts(tx, pending, clock.now());
    return sent;
  });
  for (const transfer of transfers) reachRelayFaultPoint(transfer, "queued");
}

function transferOf(payout: Payout): NewTransaction {
  const { chainId, token: target, recipient } = partiesOf(payout);
  const { paymentId, attempt, treasury: wallet } = payout;
  const purpose = { kind: "payout", paymentId, attempt } as const;
  return { chainId, wallet, purpose, target, calldata: transferCalldata(recipient, payout.amount) };
}

/** The token contract and the recipient of a payout, out of its CAIP ids. @throws Error where it has no destination. */
export function partiesOf(payout: Payout): { chainId: number; token: Address; recipient: Address } {
  const asset = parseCaip19(payout.asset);
  const destination = payout.destination === null ? null : parseCaip10(payout.destination);
  if (asset === null || destination === null) throw new Error(`the payout of ${payout.paymentId} is unreadable`);
  return { chainId: asset.chainId, token: asset.address, recipient: destination.address };
}
