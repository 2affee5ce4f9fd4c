import type { MerchantCaller } from "#lib/api/authenticate.ts";
import { defineRoute, defineWriteRoute, type Input } from "#lib/api/define-route.ts";
import {
  cancelPaymentOperation,
  createPaymentAliasOperation,
  createPaymentOperation,
  getPaymentDetailsOperation,
  getPaymentStatusAliasOperation,
  getPaymentStatusOperation,
} from "#lib/api/operations/payments.ts";
import { presentCancelled, presentCreated, presentDetails, presentStatus } from "#lib/api/presenters/payment.ts";
import { clock } from "#lib/core/clock.ts";
import { cancelPayment } from "#lib/domain/payments/cancel-payment.ts";
import { createPayment, createPaymentWithKey, preparePayment } from "#lib/domain/payments/creation/create-payment.ts";
import type { PaymentRequest } from "#lib/domain/payments/creation/payment-request.ts";
import { findDeposit } from "#lib/domain/payments/deposit-addresses/find-deposit.ts";
import { getPayment } from "#lib/domain/payments/get-payment.ts";
import { statusAt } from "#lib/domain/payments/payment.ts";
import { rateSource } from "#lib/domain/payments/rates/configured-rate-source.ts";
import { listRefundsOf } from "#lib/domain/payments/refunds/list-refunds.ts";
import { awaitStatusChange } from "#lib/domain/payments/status/await-status-change.ts";

type CreateInput = Input<unknown, unknown, PaymentRequest, MerchantCaller>;
type StatusInput = Input<{ id: string }, { maxPollMs: number }, unknown, MerchantCaller>;

const creation = {
  prepare: ({ caller, body }: CreateInput) => preparePayment(caller.scope, caller.credential.fees, body, rateSource()),
  write: async (...[tx, payment]: Parameters<typeof createPayment>) => presentCreated(await createPayment(tx, payment)),
  direct: { reply: presentCreated, write: createPaymentWithKey },
};

const status = async (input: StatusInput) => {
  const found = await awaitStatusChange(input.caller.scope, input.params.id, input.query.maxPollMs, input.client);
  return presentStatus(found, await findDeposit(found.snapshot));
};

export const paymentsRoutes = [defineWriteRoute(createPaymentOperation, creation)];

export const paymentRoutes = [
  defineRoute(getPaymentDetailsOperation, async ({ caller, params }) => {
    const payment = await getPayment(caller.scope, params.id);
    const now = clock.now();
    const [refunds, deposit] = await Promise.all([listRefundsOf(payment), findDeposit(payment)]);
    return presentDetails(payment, statusAt(payment, now), { refunds, deposit }, now);
  }),
];

export const paymentCancelRoutes = [
  defineRoute(cancelPaymentOperation, async ({ caller, params }) =>
    presentCancelled(await cancelPayment(caller.scope, params.id, "cancelled_by_merchant")),
  ),
];

export const paymentStatusRoutes = [defineRoute(getPaymentStatusOperation, status)];
export const paymentsAliasRoutes = [defineWriteRoute(createPaymentAliasOperation, creation)];
export const paymentStatusAliasRoutes = [defineRoute(getPaymentStatusAliasOperation, status)];
