import type { Caip10, Caip19 } from "#lib/core/caip.ts";
import { type MerchantId, newId, type PartnerId, type PaymentId, type RefundId } from "#lib/core/ids.ts";
import { amount, boolean, enumeration, nullable, plain, text, timestamp, type ValueOf } from "#lib/db/fields.ts";
import type { Payment } from "#lib/domain/payments/payment.ts";
import { env } from "#lib/env/env.ts";

/**
 * `mark` records a refund that was paid some other way; `request` has the merchant's wallet pay it, by a
 * link, or the treasury if it still holds the payment's money.
 */
export const refundModes = ["mark", "request"] as const;
export type RefundMode = (typeof refundModes)[number];

/**
 * A mark is `marked` at once. A request is signed by the merchant's wallet and then `processing` until its transaction is final;
 * one that fails is `requested` again. From the treasury it is `processing` at once, and is tried again by itself until it has
 * `succeeded` or `failed`.
 */
export const refundStates = [
  "marked",
  "requested",
  "processing",
  "succeeded",
  "failed",
  "expired",
  "cancelled",
] as const;
export type RefundState = (typeof refundStates)[number];

export const refundFields = {
  id: plain("id", text<RefundId>()),
  paymentId: plain("payment_id", text<PaymentId>()),
  partnerId: plain("partner_id", text<PartnerId>()),
  merchantId: plain("merchant_id", text<MerchantId>()),
  mode: plain("mode", enumeration<RefundMode>("refund_mode")),
  /** True when the treasury pays it, from the money that it holds for the merchant. Such a refund has no link. */
  isFromTreasury: plain("from_treasury", boolean()),
  /** May still be requested after the expiry; see {@link refundStateAt}. */
  storedState: plain("state", enumeration<RefundState>("refund_state")),
  asset: plain("asset", text<Caip19>()),
  amount: amount("amount"),
  /** The account that paid. */
  recipient: plain("recipient", text<Caip10>()),
  txHash: plain("tx_hash", nullable(text())),
  /** Why the last signed transaction failed; for the merchant. */
  failure: plain("failure", nullable(text())),
  createdAt: plain("created_at", timestamp()),
  updatedAt: plain("updated_at", timestamp()),
  /** When the link expires; null without one. */
  expiresAt: plain("expires_at", nullable(timestamp())),
};

/** A refund of a payment, in full or in part: an amount in smallest units of the token that the buyer paid. */
export type Refund = ValueOf<typeof refundFields>;

/** The parts of a new refund that its payment doesn't determine, and the payment's token and buyer. */
type Draft = Pick<Refund, "mode" | "isFromTreasury" | "storedState" | "asset" | "amount" | "recipient" | "expiresAt">;

/** Returns a new refund of a payment, which nothing has been done for yet. */
export function draftRefund({ id: paymentId, partnerId, merchantId }: Payment, draft: Draft, now: Date): Refund {
  const id = newId("rfd", now);
  return {
    ...draft,
    id,
    paymentId,
    partnerId,
    merchantId,
    txHash: null,
    failure: null,
    createdAt: now,
    updatedAt: now,
  };
}

/** The time that the merchant's wallet has to sign a requested refund. */
export const refundValidMs = 7 * 24 * 3_600_000;

/** Returns a refund's state at a moment: a request past its expiry is expired, recorded or not. */
export function refundStateAt(
  { storedState, expiresAt }: Pick<Refund, "storedState" | "expiresAt">,
  now: Date,
): RefundState {
  return storedState === "requested" && expiresAt !== null && now >= expiresAt ? "expired" : storedState;
}

/** True for a state that never changes again. */
export function isRefundFinal(state: RefundState): boolean {
  return state !== "requested" && state !== "processing";
}

/** True for a refund whose amount counts against what was paid. */
export function isClaim(state: RefundState): boolean {
  return state !== "failed" && state !== "expired" && state !== "cancelled";
}

/** Returns the link at which the merchant's wallet signs a requested refund. */
export function refundLink(token: string): string {
  return `${env().PUBLIC_URL}/refund/${token}`;
}
