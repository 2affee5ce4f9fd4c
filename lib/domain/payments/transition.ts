import type { Caip10, Caip19 } from "#lib/core/caip.ts";
import type { AttemptId, DepositExceptionId, OptionId, RefundId } from "#lib/core/ids.ts";
import type { AtomicAmount } from "#lib/core/money.ts";
import type { DepositExceptionKind } from "#lib/domain/payments/deposit-exception-kinds.ts";
import {
  type CancelledReason,
  type FailureCode,
  isPastExpiry,
  type PaymentStatus,
  paymentStatuses,
  statusAt,
  type Timed,
} from "#lib/domain/payments/payment.ts";

/** Events that move a payment between statuses or extend its history. Amounts are smallest units of `asset`. */
export type PaymentEvent =
  | {
      type: "confirmed";
      attemptId: AttemptId;
      buyerAccount: Caip10;
      appId: string | null;
      asset: Caip19;
      amount: AtomicAmount;
      fee: AtomicAmount;
      /** On the simulated chain only: a contract's signature was accepted unseen. */
      isUnchecked?: true;
    }
  /** All of the amount is final at a deposit address. An exchange may have sent it, so that it has no buyer. */
  | {
      type: "deposited";
      attemptId: AttemptId;
      address: Caip10;
      /** The account that sent the largest part. */
      account: Caip10;
      asset: Caip19;
      amount: AtomicAmount;
      fee: AtomicAmount;
    }
  /** Money at a deposit address that doesn't pay the payment as asked; see `DepositExceptionKind`. */
  | {
      type: `deposit_${DepositExceptionKind}`;
      exceptionId: DepositExceptionId;
      /** CAIP-19, or a chain's native coin. */
      asset: Caip19;
      amount: AtomicAmount;
    }
  | { type: "collected"; attemptId: AttemptId; txHash: string; txNonce: bigint; amount: AtomicAmount }
  /** A recovery found on the chain that the payment was paid. */
  | {
      type: "recovered";
      attemptId: AttemptId;
      /** Null for a transfer to a deposit address. */
      buyerAccount: Caip10 | null;
      asset: Caip19;
      amount: AtomicAmount;
      fee: AtomicAmount;
      txHash: string;
      txNonce: bigint;
    }
  /** With a code when the buyer was declined after the confirm. */
  | { type: "collection_failed"; attemptId: AttemptId; reason: string; failureCode?: FailureCode }
  | { type: "declined"; account: Caip10; appId: string | null; optionId: OptionId }
  | { type: "cancelled"; reason: CancelledReason }
  | { type: "expired" }
  /** A test payment is made to expire, so that no one has to wait for it. */
  | { type: "expired_early" }
  /** The destination is that of a test payment, which has no payout that knows it. */
  | { type: "settled"; txHash: string; destination?: Caip10 }
  | { type: "settlement_failed"; attempt: number; reason: string; destination: Caip10 | null }
  | { type: "settlement_ordered"; attempt: number; destination: Caip10 }
  /** A failed payout is tried again without anyone's order. */
  | { type: "settlement_retried"; attempt: number; destination: Caip10 }
  /** Refunds, by their ids; `refunded` in them is the sum of what has been refunded by then. */
  | { type: "refund_marked"; refundId: RefundId; asset: Caip19; amount: AtomicAmount; refunded: AtomicAmount }
  | { type: "refund_requested"; refundId: RefundId; asset: Caip19; amount: AtomicAmount }
  /** The treasury pays held money back to the buyer. */
  | { type: "refund_ordered"; refundId: RefundId; asset: Caip19; amount: AtomicAmount; destination: Caip10 }
  /** A failed refund from the treasury is tried again without anyone's order. */
  | { type: "refund_retried"; refundId: RefundId; attempt: number; destination: Caip10 }
  | { type: "refund_confirmed"; refundId: RefundId; attemptId: AttemptId; account: Caip10 }
  | {
      type: "refund_succeeded";
      refundId: RefundId;
      txHash: string;
      asset: Caip19;
      amount: AtomicAmount;
      refunded: AtomicAmount;
    }
  /** A transaction of the refund failed. Unless that is final, the merchant may sign another. */
  | { type: "refund_failed"; refundId: RefundId; reason: string; isFinal: boolean }
  | { type: "refund_cancelled"; refundId: RefundId }
  | { type: "refund_expired"; refundId: RefundId }
  /** All of the payment is refunded; with its id, by one refund that was marked at once and has no event of its own. */
  | { type: "refunded"; refundId?: RefundId };

/** An event of any time, which leaves the status as it is. */
const anyTime = { from: paymentStatuses, to: null } as const;

/** The statuses in which an event is allowed, and the one that it leads to; null for the one before. */
const allowed: Record<PaymentEvent["type"], { from: readonly PaymentStatus[]; to: PaymentStatus | null }> = {
  confirmed: { from: ["requires_action"], to: "processing" },
  deposited: { from: ["requires_action"], to: "processing" },
  collected: { from: ["processing"], to: "succeeded" },
  // The chain wins: a payment may have ended otherwise, or be overdue, when its collection is found there.
  recovered: { from: ["requires_action", "cancelled", "expired", "failed"], to: "succeeded" },
  collection_failed: { from: ["processing"], to: "failed" },
  declined: { from: ["requires_action"], to: "failed" },
  cancelled: { from: ["requires_action"], to: "cancelled" },
  expired: { from: ["requires_action"], to: "expired" },
  expired_early: { from: ["requires_action"], to: "expired" },
  settled: { from: ["succeeded"], to: "succeeded" },
  settlement_failed: { from: ["succeeded"], to: "succeeded" },
  settlement_ordered: { from: ["succeeded"], to: "succeeded" },
  settlement_retried: { from: ["succeeded"], to: "succeeded" },
  refund_marked: { from: ["succeeded"], to: "succeeded" },
  refund_requested: { from: ["succeeded"], to: "succeeded" },
  refund_ordered: { from: ["succeeded"], to: "succeeded" },
  refund_retried: { from: ["succeeded"], to: "succeeded" },
  refund_confirmed: { from: ["succeeded"], to: "succeeded" },
  refund_succeeded: { from: ["succeeded"], to: "succeeded" },
  refund_failed: { from: ["succeeded"], to: "succeeded" },
  refund_cancelled: { from: ["succeeded"], to: "succeeded" },
  refund_expired: { from: ["succeeded"], to: "succeeded" },
  refunded: { from: ["succeeded"], to: "succeeded" },
  deposit_underpaid: anyTime,
  deposit_overpaid: anyTime,
  deposit_late: anyTime,
  deposit_repeated: anyTime,
  deposit_declined: anyTime,
  deposit_other_token: anyTime,
  deposit_other_chain: anyTime,
};

/** Returns the status after an event that was applied; null for the one before. */
export function statusAfterApplied(event: PaymentEvent["type"]): PaymentStatus | null {
  return allowed[event].to;
}

/**
 * The state machine of a payment. Pure, and the only definition of the allowed transitions.
 * An overdue payment counts as expired for every event except the one that records the expiry. One with a deposit address can no
 * longer be confirmed, and is paid there or expires.
 * @returns the status after the event, or `refused` when the event isn't allowed at that moment.
 */
export function transition(payment: Timed, event: PaymentEvent["type"], now: Date): PaymentStatus | "refused" {
  const { from, to } = allowed[event];
  if (event.startsWith("deposit") && !payment.hasDepositAddress) return "refused";
  if (to === null) return payment.storedStatus;
  if (event === "expired") return isPastExpiry(payment, now) ? to : "refused";
  if (event === "confirmed" && isPastExpiry(payment, now)) return "refused";
  return from.includes(statusAt(payment, now)) ? to : "refused";
}
