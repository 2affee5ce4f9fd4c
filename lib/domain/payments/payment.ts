import type { Caip10, Caip19 } from "#lib/core/caip.ts";
import type { MerchantId, PartnerId, PaymentId } from "#lib/core/ids.ts";
import type { AtomicAmount, Money } from "#lib/core/money.ts";
import type { FeeSchedule } from "#lib/domain/payments/fees.ts";

export const paymentStatuses = [
  "requires_action",
  "processing",
  "succeeded",
  "failed",
  "expired",
  "cancelled",
] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

export type FailureCode = "declined_user";
export type CancelledReason = "cancelled_by_merchant" | "cancelled_by_user";

/** When and by whom a payment was cancelled. */
export type Cancellation = { at: Date; reason: CancelledReason };

/** What was paid, once the chain has said so at finality. */
export type PaymentResult = { txHash: string; asset: Caip19; amount: AtomicAmount };

/** As much of a payment as a poll needs. `storedStatus` may still say requires_action after the expiry. */
export type PaymentSnapshot = {
  id: PaymentId;
  partnerId: PartnerId;
  merchantId: MerchantId;
  storedStatus: PaymentStatus;
  version: number;
  expiresAt: Date;
  failureCode: FailureCode | null;
  result: PaymentResult | null;
};

export type Payment = PaymentSnapshot & {
  referenceId: string;
  amount: Money;
  fees: FeeSchedule;
  createdAt: Date;
  /** When the chain had made the payment final. */
  succeededAt: Date | null;
  buyer: { account: Caip10; appId: string | null } | null;
  settlement: { asset: Caip19; txHash: string; settledAt: Date } | null;
  cancellation: Cancellation | null;
  /** When it was marked as refunded; the status stays succeeded. */
  refundedAt: Date | null;
  /** Where a hosted page leads the buyer when it has ended. */
  checkout: { successUrl: string; errorUrl: string } | null;
};

/** A payment's status as of a moment: an open one past its expiry is expired, recorded or not (DESIGN). */
export function statusAt(payment: Pick<PaymentSnapshot, "storedStatus" | "expiresAt">, now: Date): PaymentStatus {
  const isOverdue = payment.storedStatus === "requires_action" && now >= payment.expiresAt;
  return isOverdue ? "expired" : payment.storedStatus;
}

/** True for the states that nothing leaves. */
export function isFinal(status: PaymentStatus): boolean {
  return status !== "requires_action" && status !== "processing";
}

/** How long a client should wait before it asks again, in milliseconds; null when there is nothing to wait for. */
export function pollInMs(status: PaymentStatus): number | null {
  if (status === "requires_action") return 1_000;
  return status === "processing" ? 500 : null;
}
