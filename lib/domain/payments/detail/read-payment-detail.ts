import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import {
  findStanding,
  listEvents,
  type RecordedEvent,
  type SettlementStanding,
} from "#lib/domain/payments/detail/repository.ts";
import { getPayment } from "#lib/domain/payments/get-payment.ts";
import { type ListedPayment, listListedPaymentsById } from "#lib/domain/payments/listing/repository.ts";
import type { Payment } from "#lib/domain/payments/payment.ts";

/** Everything that is known of a payment. */
export type PaymentDetail = {
  payment: Payment;
  listed: ListedPayment;
  events: RecordedEvent[];
  standing: SettlementStanding | null;
  /** The moment that its status is as of. */
  now: Date;
};

/** One payment with its history and its settlement; four look-ups side by side. @throws TillError `payment_not_found`. */
export async function readPaymentDetail(scope: PartnerScope, id: string): Promise<PaymentDetail> {
  if (!isId("pay", id)) throw new TillError("payment_not_found");
  const now = clock.now();
  const [payment, [listed], events, standing] = await Promise.all([
    getPayment(scope, id),
    listListedPaymentsById(database, scope.partnerId, [id]),
    listEvents(database, id),
    findStanding(database, id),
  ]);
  if (listed === undefined) throw new TillError("payment_not_found");
  return { payment, listed, events, standing, now };
}
