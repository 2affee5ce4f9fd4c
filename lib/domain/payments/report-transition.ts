import { isTestAccount } from "#lib/core/account-mode.ts";
import type { PartnerId, PaymentId } from "#lib/core/ids.ts";
import type { PaymentStatus } from "#lib/domain/payments/payment.ts";
import { log } from "#lib/log/log.ts";
import { metrics } from "#lib/log/metrics.ts";

/** A change of a payment that was committed. */
export type Transition = {
  paymentId: PaymentId;
  partnerId: PartnerId;
  /** Null for a new payment. The same as `to` for events that change no status, such as a payout. */
  from: PaymentStatus | null;
  to: PaymentStatus;
  /** The payment's version after the change. */
  version: number;
  events: readonly string[];
  chainId?: number;
  txHash?: string;
};

/** Logs a committed change of a payment as one line, without data about the buyer, and counts new states. */
export function reportTransition(transition: Transition): void {
  log().info(transition, "payment");
  // Metrics are about money.
  if (transition.from !== transition.to && !isTestAccount(transition.partnerId))
    metrics().transitions.inc({ to: transition.to });
}
