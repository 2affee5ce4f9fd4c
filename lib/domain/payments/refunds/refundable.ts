import type { AtomicAmount, Money } from "#lib/core/money.ts";
import type { Payment } from "#lib/domain/payments/payment.ts";
import { isClaim, type Refund } from "#lib/domain/payments/refunds/refund.ts";

/** The reason why the merchant's wallet can't be asked to pay a refund: its payout is under way, or its money is in the treasury. */
export type RequestObstacle = "under_way" | "held";

/**
 * Returns the reason why the merchant doesn't have a payment's money, or null if it does.
 * @param payoutState the state of the payment's payout; null without one.
 */
export function requestObstacle(
  { settlement }: Pick<Payment, "settlement">,
  payoutState: string | null,
): RequestObstacle | null {
  if (settlement !== null) return null;
  return payoutState === "pending" || payoutState === "submitted" ? "under_way" : "held";
}

/** Returns the part of a paid amount that no refund claims, in smallest units of the token. */
export function leftToRefund(paid: AtomicAmount, refunds: readonly Refund[]): AtomicAmount {
  const claims = refunds.filter(({ storedState }) => isClaim(storedState));
  return claims.reduce((rest, { amount }) => rest - amount, paid);
}

/** Converts a part of a paid amount to the payment's own unit, pro rata and rounded down. */
export function inOwnUnit(part: AtomicAmount, { asked, paid }: { asked: Money; paid: AtomicAmount }): Money {
  return { unit: asked.unit, value: (asked.value * part) / paid };
}
