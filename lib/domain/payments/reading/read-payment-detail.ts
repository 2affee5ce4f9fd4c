import { chainIdOf } from "#lib/core/caip.ts";
import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import { isId, type RefundId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { getPayment } from "#lib/domain/payments/get-payment.ts";
import { type ListedPayment, listListedPaymentsById } from "#lib/domain/payments/listing/repository.ts";
import type { Payment } from "#lib/domain/payments/payment.ts";
import { findPayoutCost, withMargin } from "#lib/domain/payments/payouts/payout-gas.ts";
import {
  findStanding,
  listEvents,
  type RecordedEvent,
  type SettlementStanding,
} from "#lib/domain/payments/reading/repository.ts";
import type { Refund } from "#lib/domain/payments/refunds/refund.ts";
import { findRefundAuthors, listRefunds, type RefundAuthor } from "#lib/domain/payments/refunds/repository.ts";
import { findTransferFacts, type TransferFacts } from "#lib/domain/payments/refunds/transfer-facts.ts";
import { type EventOfPayment, listEventsOfPayment } from "#lib/domain/webhooks/event-deliveries.ts";

/** A payment with its history and settlement. */
export type PaymentDetail = {
  payment: Payment;
  listed: ListedPayment;
  events: RecordedEvent[];
  standing: SettlementStanding | null;
  /** The network fee, in millionths of a US dollar, that a payout costs at most now; null unless it waits for a lower one. */
  payoutFee: bigint | null;
  /** Oldest first. */
  refunds: Refund[];
  /** The facts of its transfers; null for a payment that wasn't. */
  transfer: TransferFacts | null;
  /** Without those of refunds that the service made by itself. */
  refundAuthors: ReadonlyMap<RefundId, RefundAuthor>;
  /** Its public events of the last 90 days and their deliveries, oldest first. */
  publicEvents: EventOfPayment[];
  /** The moment at which the status was evaluated. */
  now: Date;
};

/** Returns one payment with its history and settlement, by seven concurrent reads, and one more if it has a deposit address. @throws TillError `payment_not_found`. */
export async function readPaymentDetail(scope: PartnerScope, id: string): Promise<PaymentDetail> {
  if (!isId("pay", id)) throw new TillError("payment_not_found");
  const now = clock.now();
  const [payment, [listed], events, standing, refunds, refundAuthors, publicEvents] = await Promise.all([
    getPayment(scope, id),
    listListedPaymentsById(database, scope.partnerId, [id]),
    listEvents(database, id),
    findStanding(database, id),
    listRefunds(database, [id]),
    findRefundAuthors(database, id),
    listEventsOfPayment(scope, id),
  ]);
  if (listed === undefined) throw new TillError("payment_not_found");
  const isWaiting = standing?.waitsFor === "gas_price";
  const costs = isWaiting ? await findPayoutCost(chainIdOf(standing.asset)) : null;
  const payoutFee = costs === null ? null : withMargin(costs.cost);
  const transfer = payment.hasDepositAddress ? await findTransferFacts(database, id) : null;
  return { payment, listed, events, standing, payoutFee, refunds, transfer, refundAuthors, publicEvents, now };
}
