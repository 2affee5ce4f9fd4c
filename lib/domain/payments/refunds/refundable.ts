import { isTestAccount } from "#lib/core/account-mode.ts";
import type { RefundId } from "#lib/core/ids.ts";
import type { AtomicAmount, Money } from "#lib/core/money.ts";
import type { Payment } from "#lib/domain/payments/payment.ts";
import { isClaim, type Refund } from "#lib/domain/payments/refunds/refund.ts";

/**
 * The reason why no refund can be requested:
 * - `unrecorded`: there is no record of where the money is;
 * - `under_way`: the payout is on its way to the merchant, or an order that includes it is running;
 * - `other_treasury`: the money is in a treasury whose key only its owner has;
 * - `has_moved`: a transfer of it delivered less than the amount;
 * - `returned`: another refund pays the buyer from the treasury, or has;
 * - `claimed`: other refunds leave less than what is held.
 */
export type RequestObstacle = "unrecorded" | "under_way" | "other_treasury" | "has_moved" | "returned" | "claimed";

/** The account that pays a requested refund, if one can be requested. */
export type RefundPayer = { payer: "merchant" | "treasury" } | { payer: null; obstacle: RequestObstacle };

/** The state of a payment's payout, as far as refunds depend on it. */
export type PayoutStanding = {
  state: "held" | "pending" | "submitted" | "final" | "failed";
  /** In smallest units, net of fees. */
  amount: AtomicAmount;
  /** When a failed payout is tried again automatically; null when a person has to order it. */
  retryAt: Date | null;
  /** The refund that it pays to the buyer instead of the merchant; null for none. */
  refundId: RefundId | null;
  /** True when a transfer of the payout was seen on chain, even if it delivered less than the amount. */
  hasMoved: boolean;
  /**
   * True when the money is in a relayer wallet in use, and not in a treasury whose key only its owner has.
   */
  isPayable: boolean;
  /** True while an order to pay out all that is held in the asset is running. */
  isOrdered: boolean;
};

/**
 * Finds out who has a payment's money: the merchant once it was paid, or the treasury while its payout is
 * held. Held money is returned as a whole.
 * @param payout null without one.
 * @param left the part of the payment that no refund claims, in smallest units of the token.
 */
export function findRefundPayer(
  { partnerId, settlement }: Pick<Payment, "partnerId" | "settlement">,
  payout: PayoutStanding | null,
  left: AtomicAmount,
): RefundPayer {
  // No treasury holds the money of a test payment.
  if (settlement !== null || isTestAccount(partnerId)) return { payer: "merchant" };
  const obstacle = payout === null ? "unrecorded" : obstacleOf(payout, left);
  return obstacle === null ? { payer: "treasury" } : { payer: null, obstacle };
}

function obstacleOf(payout: PayoutStanding, left: AtomicAmount): RequestObstacle | null {
  const { state, amount, retryAt, refundId, hasMoved, isPayable, isOrdered } = payout;
  if (hasMoved && state === "failed") return "has_moved";
  if (refundId !== null) return "returned";
  if (state !== "held" && (state !== "failed" || retryAt !== null)) return "under_way";
  if (!isPayable) return "other_treasury";
  if (isOrdered) return "under_way";
  return amount > left ? "claimed" : null;
}

/** Returns the part of a paid amount that no refund claims, in smallest units of the token. */
export function leftToRefund(paid: AtomicAmount, refunds: readonly Refund[]): AtomicAmount {
  const claims = refunds.filter(({ storedState }) => isClaim(storedState));
  return claims.reduce((rest, { amount }) => rest - amount, paid);
}

/**
 * Converts an amount of the token that was paid to the payment's own unit, pro rata and rounded down.
 * @param price what the payment asked for in the token.
 */
export function inOwnUnit(part: AtomicAmount, { asked, price }: { asked: Money; price: AtomicAmount }): Money {
  return { unit: asked.unit, value: (asked.value * part) / price };
}
