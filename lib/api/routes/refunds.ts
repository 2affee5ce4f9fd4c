import { defineWriteRoute } from "#lib/api/define-route.ts";
import { createRefundOperation } from "#lib/api/operations/refunds.ts";
import { markRefunded } from "#lib/domain/payments/refunds/mark-refunded.ts";

export const refundsRoutes = [
  defineWriteRoute(createRefundOperation, {
    prepare: async ({ body }) => body.paymentId,
    write: async (tx, id, { caller }) => ({ paymentId: await markRefunded(tx, caller.scope, id) }),
  }),
];
