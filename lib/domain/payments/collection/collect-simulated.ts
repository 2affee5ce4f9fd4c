import { type Hex, keccak256, stringToHex } from "viem";
import { type Caip10, toCaip10 } from "#lib/core/caip.ts";
import { clock } from "#lib/core/clock.ts";
import type { AttemptId } from "#lib/core/ids.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { recordEvents } from "#lib/domain/events/record-events.ts";
import { applyPaymentEvents, timeAfter } from "#lib/domain/payments/apply-payment-event.ts";
import { endAttempts } from "#lib/domain/payments/collection/repository.ts";
import type { PaymentOption } from "#lib/domain/payments/options/option.ts";
import { isRefundOption, recordRefundSuccess } from "#lib/domain/payments/refunds/record-refund.ts";
import { lockPayment } from "#lib/domain/payments/repository.ts";
import type { PaymentEvent } from "#lib/domain/payments/transition.ts";

/** The outcome of a test payment's payout: as its option says, or another one that an integrator asked for. */
export type SimulatedPayout = "held" | "sent" | "failed";

/**
 * Ends an attempt on the simulated chain as its collection would: a payment succeeds and is paid out or held, a refund succeeds.
 * Nothing is recorded but the payment, its history and its events: no transfer, no payout, no entry in the books.
 * @returns false when the attempt has ended before.
 */
export async function collectSimulated(
  tx: Tx,
  attemptId: AttemptId,
  option: PaymentOption,
  payout: SimulatedPayout = option.isHeld ? "held" : "sent",
): Promise<boolean> {
  // In the order of locks of a move by an integrator.
  await lockPayment(tx, option.paymentId);
  if ((await endAttempts(tx, [attemptId], "final")).size === 0) return false;
  const now = clock.now();
  const txHash = simulatedHash(attemptId);
  if (isRefundOption(option)) await recordRefundSuccess(tx, option, txHash, now);
  else {
    const { paymentId: id, amount, chainId, recipient } = option;
    const collected = { type: "collected", attemptId, txHash, txNonce: 0n, amount } as const;
    const destination = toCaip10({ chainId, address: recipient });
    const paidOut = payoutEvent(payout, { txHash, destination });
    const [payment] = await applyPaymentEvents(tx, [{ id, events: [collected, ...paidOut] }], now);
    if (payment === undefined) throw new Error(`payment ${id} was not updated`);
    if (payout !== "held") return true;
    const { partnerId, merchantId, version } = payment;
    const about = { paymentId: id, version: version + 1 };
    const held = { type: "payout.held", partnerId, merchantId, about } as const;
    await recordEvents(tx, [held], timeAfter([payment], clock.now()));
  }
  return true;
}

/** Returns the event of a test payment's payout; none while it is held, which is no change of the payment. */
export function payoutEvent(
  payout: SimulatedPayout,
  { txHash, destination }: { txHash: Hex; destination: Caip10 },
): PaymentEvent[] {
  if (payout === "held") return [];
  if (payout === "sent") return [{ type: "settled", txHash, destination }];
  return [{ type: "settlement_failed", attempt: 1, reason: "the test payout was made to fail", destination }];
}

/** Makes a transaction hash that no chain has, always the same for the same subject. */
export function simulatedHash(subject: string): Hex {
  return keccak256(stringToHex(`till simulated ${subject}`));
}
