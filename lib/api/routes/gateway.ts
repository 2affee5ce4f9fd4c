import { defineRoute } from "#lib/api/define-route.ts";
import {
  cancelGatewayPayment,
  confirmPayment,
  fetchPaymentActions,
  getGatewayPayment,
  getGatewayStatus,
  getPaymentOptions,
} from "#lib/api/operations/gateway.ts";
import { presentAction, presentInfo, presentOptions } from "#lib/api/presenters/gateway.ts";
import { presentCancelled, presentConfirmation, presentStatus } from "#lib/api/presenters/payment.ts";
import { clock } from "#lib/core/clock.ts";
import { confirmPayment as acceptConfirm } from "#lib/domain/gateway/confirm-payment.ts";
import { fetchActions } from "#lib/domain/gateway/fetch-actions.ts";
import { getGatewayPayment as readGatewayPayment } from "#lib/domain/gateway/gateway-payment.ts";
import { offerOptions } from "#lib/domain/gateway/offer-options.ts";
import { paymentIdOf } from "#lib/domain/gateway/payment-link.ts";
import { awaitStatusChange } from "#lib/domain/payments/await-status-change.ts";
import { cancelPayment } from "#lib/domain/payments/cancel-payment.ts";
import { statusAt } from "#lib/domain/payments/payment.ts";
import { rateSource } from "#lib/domain/rates/static-rate-source.ts";

export const gatewayPaymentRoutes = [
  defineRoute(getGatewayPayment, async ({ caller, params }) => {
    const found = await readGatewayPayment(caller.scope, params.id);
    return presentInfo(found, statusAt(found.payment, clock.now()));
  }),
];

export const gatewayStatusRoutes = [
  defineRoute(getGatewayStatus, async ({ caller, params, query, signal }) =>
    presentStatus(await awaitStatusChange(caller.scope, paymentIdOf(params.id), query.maxPollMs, signal)),
  ),
];

export const gatewayOptionsRoutes = [
  defineRoute(getPaymentOptions, async ({ caller, params, query, body }) => {
    const { found, status, options } = await offerOptions(caller.scope, params.id, body.accounts, rateSource());
    return presentOptions(found, status, options, query.includePaymentInfo);
  }),
];

export const gatewayFetchRoutes = [
  defineRoute(fetchPaymentActions, async ({ caller, params, body }) => ({
    actions: (await fetchActions(caller.scope, params.id, body.optionId)).map(presentAction),
  })),
];

export const gatewayConfirmRoutes = [
  defineRoute(confirmPayment, async ({ caller, params, query, body, signal }) => {
    const paymentId = await acceptConfirm(caller, params.id, body);
    return presentConfirmation(await awaitStatusChange(caller.scope, paymentId, query.maxPollMs, signal));
  }),
];

export const gatewayCancelRoutes = [
  defineRoute(cancelGatewayPayment, async ({ caller, params }) =>
    presentCancelled(await cancelPayment(caller.scope, paymentIdOf(params.id), "cancelled_by_user")),
  ),
];
