import { defineRoute, defineWriteRoute } from "#lib/api/define-route.ts";
import { cancelRefundOperation, createRefundOperation } from "#lib/api/operations/refunds.ts";
import { presentCancelledRefund, presentCreatedRefund } from "#lib/api/presenters/refund.ts";
import { rateSource } from "#lib/domain/payments/rates/configured-rate-source.ts";
import { createRefund, prepareRefund } from "#lib/domain/payments/refund-requests/create-refund.ts";
import { cancelRefund } from "#lib/domain/payments/refunds/cancel-refund.ts";

export const refundsRoutes = [
  defineWriteRoute(createRefundOperation, {
    prepare: ({ body, caller }) => prepareRefund(caller.scope, body, rateSource()),
    write: async (tx, prepared, { caller }) => presentCreatedRefund(await createRefund(tx, caller.scope, prepared)),
  }),
];

export const refundCancelRoutes = [
  defineRoute(cancelRefundOperation, async ({ caller, params }) =>
    presentCancelledRefund(await cancelRefund(caller.scope, params.id)),
  ),
];
