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
 * Queues the payouts' transfers with the relay, each once, all of them or none. Skips a payout that is no longer pending or
 * that another worker has locked; the relay skips a purpose that it already has. Makes no node request.
 * @throws Error when a payout can't be read or written; then none is queued.
 */
export async function sendPayouts(paymentIds: readonly PaymentId[]): Promise<void> {
  const transfers = await inTransaction(async (tx) => {
    const pending = await lockPending(tx, paymentIds);
    if (pending.length === 0) return [];
    const queued = pending.map(transferOf);
    await queueTransactions(tx, queued);
    await submitPayouts(tx, pending, clock.now());
    return queued;
  });
  for (const transfer of transfers) reachRelayFaultPoint(transfer, "queued");
}

function transferOf(payout: Payout): NewTransaction {
  const { chainId, token: target, recipient } = partiesOf(payout);
  const { paymentId, attempt, treasury: wallet } = payout;
  const purpose = { kind: "payout", paymentId, attempt } as const;
  return { chainId, wallet, purpose, target, calldata: transferCalldata(recipient, payout.amount) };
}

/** Parses a payout's token contract and recipient from its CAIP ids. @throws Error when it has no destination. */
export function partiesOf(payout: Payout): { chainId: number; token: Address; recipient: Address } {
  const asset = parseCaip19(payout.asset);
  const destination = payout.destination === null ? null : parseCaip10(payout.destination);
  if (asset === null || destination === null) throw new Error(`the payout of ${payout.paymentId} is unreadable`);
  return { chainId: asset.chainId, token: asset.address, recipient: destination.address };
}
