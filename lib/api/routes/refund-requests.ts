import { defineRoute } from "#lib/api/define-route.ts";
import {
  confirmRefundOperation,
  fetchRefundActionsOperation,
  getRefundOptionsOperation,
  getRefundRequestOperation,
  getRefundRequestStatusOperation,
} from "#lib/api/operations/refund-requests.ts";
import { presentAction } from "#lib/api/presenters/gateway.ts";
import { presentRefundOptions, presentRefundRequest, presentRefundStatus } from "#lib/api/presenters/refund.ts";
import { clock } from "#lib/core/clock.ts";
import { rateSource } from "#lib/domain/payments/rates/configured-rate-source.ts";
import { confirmRefund, fetchRefundActions } from "#lib/domain/payments/refund-requests/confirm-refund.ts";
import { offerRefundOptions } from "#lib/domain/payments/refund-requests/offer-refund-options.ts";
import { getRefundByToken, getRefundRequest } from "#lib/domain/payments/refunds/refund-request.ts";

export const refundRequestRoutes = [
  defineRoute(getRefundRequestOperation, async ({ caller, params }) =>
    presentRefundRequest(await getRefundRequest(caller.scope, params.token), clock.now()),
  ),
];

export const refundRequestStatusRoutes = [
  defineRoute(getRefundRequestStatusOperation, async ({ caller, params }) =>
    presentRefundStatus(await getRefundByToken(caller.scope, params.token), clock.now()),
  ),
];

export const refundRequestOptionsRoutes = [
  defineRoute(getRefundOptionsOperation, async ({ caller, params, body }) =>
    presentRefundOptions(await offerRefundOptions(caller.scope, params.token, body.account, rateSource())),
  ),
];

export const refundRequestFetchRoutes = [
  defineRoute(fetchRefundActionsOperation, async ({ caller, params, body }) => ({
    actions: (await fetchRefundActions(caller.scope, params.token, body.optionId)).map(presentAction),
  })),
];

export const refundRequestConfirmRoutes = [
  defineRoute(confirmRefundOperation, async ({ caller, params, body }) => {
    await confirmRefund(caller, params.token, body);
    return presentRefundStatus(await getRefundByToken(caller.scope, params.token), clock.now());
  }),
];
