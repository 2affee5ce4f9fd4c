import { defineWriteRoute } from "#lib/api/define-route.ts";
import { advancePaymentOperation, advanceRefundOperation } from "#lib/api/operations/test-mode.ts";
import { presentStatus } from "#lib/api/presenters/payment.ts";
import { presentCancelledRefund } from "#lib/api/presenters/refund.ts";
import { rateSource } from "#lib/domain/payments/rates/configured-rate-source.ts";
import { advancePayment, prepareMove } from "#lib/domain/payments/test-mode/advance-payment.ts";
import { advanceRefund } from "#lib/domain/payments/test-mode/advance-refund.ts";

export const testPaymentRoutes = [
  defineWriteRoute(advancePaymentOperation, {
    prepare: ({ caller, params, body }) => prepareMove(caller.scope, params.id, body, rateSource()),
    write: async (tx, move, { caller }) => presentStatus(await advancePayment(tx, caller.scope, move), null),
  }),
];

export const testRefundRoutes = [
  defineWriteRoute(advanceRefundOperation, {
    prepare: async ({ body }) => body.to,
    write: async (tx, to, { caller, params }) =>
      presentCancelledRefund(await advanceRefund(tx, caller.scope, params.id, to)),
  }),
];
