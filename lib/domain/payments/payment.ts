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

/** The time and reason of a cancellation. */
export type Cancellation = { at: Date; reason: CancelledReason };

/** The collected amount and its transaction, once final on chain. */
export type PaymentResult = { txHash: string; asset: Caip19; amount: AtomicAmount };

/** The part of a payment that polls need. `storedStatus` may still be requires_action after the expiry. */
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

/** A line of an order. `total` is the line's, not the unit's, in the smallest units of the payment's amount. */
export type LineItem = { name: string; quantity: number; total: AtomicAmount };

/** The purchase as the buyer sees it. It never changes. */
export type PaymentOrder = {
  /** The purchase in the merchant's words. */
  description: string | null;
  /** Their totals needn't add up to the amount. */
  lineItems: readonly LineItem[];
};

export type Payment = PaymentSnapshot &
  PaymentOrder & {
    referenceId: string;
    amount: Money;
    fees: FeeSchedule;
    createdAt: Date;
    /** The time of its last event, or of its creation. */
    updatedAt: Date;
    /** When the collection became final on chain. */
    succeededAt: Date | null;
    buyer: { account: Caip10; appId: string | null } | null;
    settlement: { asset: Caip19; txHash: string; settledAt: Date } | null;
    cancellation: Cancellation | null;
    /** When the payment was refunded in full; its status stays succeeded. */
    refundedAt: Date | null;
    /** The amount that was refunded so far, in smallest units of the token that was paid. */
    refunded: AtomicAmount;
    /** Redirects of the hosted checkout after the payment has ended. */
    checkout: { successUrl: string; errorUrl: string } | null;
  };

/** Returns a payment's status at a moment: an open payment past its expiry is expired, recorded or not. */
export function statusAt(payment: Pick<PaymentSnapshot, "storedStatus" | "expiresAt">, now: Date): PaymentStatus {
  const isOverdue = payment.storedStatus === "requires_action" && now >= payment.expiresAt;
  return isOverdue ? "expired" : payment.storedStatus;
}

/** True for a status that never changes again. */
export function isFinal(status: PaymentStatus): boolean {
  return status !== "requires_action" && status !== "processing";
}

/** Returns the recommended polling interval in milliseconds, or null for a final status. */
export function pollInMs(status: PaymentStatus): number | null {
  if (status === "requires_action") return 1_000;
  return status === "processing" ? 500 : null;
}
