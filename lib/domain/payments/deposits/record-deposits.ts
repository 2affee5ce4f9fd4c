import type { TransactionReceipt } from "viem";
import { toCaip10, toCaip19 } from "#lib/core/caip.ts";
import { clock } from "#lib/core/clock.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { applyPaymentEvents } from "#lib/domain/payments/apply-payment-event.ts";
import {
  assetOfAddress,
  dustDivisor,
  type WatchedAddress,
} from "#lib/domain/payments/deposit-addresses/deposit-address.ts";
import { findSender, markEmptied, setState } from "#lib/domain/payments/deposit-addresses/repository.ts";
import { openException } from "#lib/domain/payments/deposits/exceptions/open-exception.ts";
import { lockAtAddress, setExceptionState } from "#lib/domain/payments/deposits/exceptions/repository.ts";
import { recordForwarded } from "#lib/domain/payments/payouts/open-payout.ts";
import { insertTransfers, type NewTransfer } from "#lib/domain/payments/transfers/repository.ts";
import type { PaymentEvent } from "#lib/domain/payments/transition.ts";
import { allowRecovery } from "#lib/domain/payments/update-payment.ts";

/** The factory's event in a final receipt, and the event that it is for its payment. */
export type CollectedDeposit = {
  address: WatchedAddress;
  receipt: TransactionReceipt;
  logIndex: number;
  event: Extract<PaymentEvent, { type: "collected" | "recovered" }>;
};

/**
 * Records what the factory's events prove: the transfers, the payments' success, and their payouts, which the factory has made already.
 * All that the address held was collected, which may be more than was asked.
 */
export async function recordDeposits(tx: Tx, collected: readonly CollectedDeposit[]): Promise<void> {
  const now = clock.now();
  for (const one of collected) await insertTransfers(tx, await transfersOf(tx, one, now));
  const changes = collected.map(({ address: { paymentId: id }, event }) => {
    return { id, events: [event, { type: "settled", txHash: event.txHash }] as const };
  });
  if (collected.some(({ event }) => event.type === "recovered")) await allowRecovery(tx);
  const payments = new Map((await applyPaymentEvents(tx, changes, now)).map((payment) => [payment.id, payment]));
  const forwarded = collected.map(({ address: deposit, event }) => {
    const { paymentId, chainId, token, recipient, fee, address } = deposit;
    const payment = payments.get(paymentId);
    if (payment === undefined) throw new Error(`payment ${paymentId} was not updated`);
    const asset = toCaip19({ chainId, address: token });
    const debt = { asset, amount: event.amount - fee, fee, treasury: address };
    return { payment, debt, destination: toCaip10({ chainId, address: recipient }) };
  });
  await recordForwarded(tx, forwarded, now);
  await setState(
    tx,
    collected.map(({ address }) => address.address),
    "closed",
  );
  for (const { address, receipt, event } of collected) {
    await markEmptied(tx, address.address, receipt.blockNumber);
    const asset = assetOfAddress(address);
    const exception = await lockAtAddress(tx, address.address, asset);
    if (exception !== null) await setExceptionState(tx, exception.id, "accepted", {}, now);
    const payment = payments.get(address.paymentId);
    const amount = event.amount - address.amount;
    if (payment === undefined || amount * dustDivisor <= address.amount) continue;
    await openException(tx, { payment, address, asset, kind: "overpaid", amount });
  }
}

/** The transfers that the event proves: to the address, and from there to each recipient of an amount. */
async function transfersOf(tx: Tx, { address: deposit, receipt, logIndex, event }: CollectedDeposit, now: Date) {
  const { paymentId, chainId, token, recipient, fee, feeRecipient, address } = deposit;
  const { transactionHash: txHash, blockNumber } = receipt;
  const common = { paymentId, refundId: null, chainId, token, txHash, logIndex, blockNumber, now };
  const { amount } = event;
  // The address itself, while nothing is known of who sent it.
  const sender = (await findSender(tx, address)) ?? address;
  const transfers: NewTransfer[] = [
    { ...common, kind: "collection", sender, recipient: address, amount },
    { ...common, kind: "settlement", sender: address, recipient, amount: amount - fee },
  ];
  if (fee > 0n) transfers.push({ ...common, kind: "fee", sender: address, recipient: feeRecipient, amount: fee });
  return transfers;
}
