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
import { cancelPayment } from "#lib/domain/payments/cancel-payment.ts";
import { confirmPayment as acceptConfirm } from "#lib/domain/payments/gateway/confirm-payment.ts";
import { fetchActions } from "#lib/domain/payments/gateway/fetch-actions.ts";
import { getGatewayPayment as readGatewayPayment } from "#lib/domain/payments/gateway/gateway-payment.ts";
import { offerOptions } from "#lib/domain/payments/gateway/offer-options.ts";
import { paymentIdOf } from "#lib/domain/payments/gateway/payment-link.ts";
import { statusAt } from "#lib/domain/payments/payment.ts";
import { rateSource } from "#lib/domain/payments/rates/configured-rate-source.ts";
import { awaitStatusChange } from "#lib/domain/payments/status/await-status-change.ts";

export const gatewayPaymentRoutes = [
  defineRoute(getGatewayPayment, async ({ caller, params }) => {
    const found = await readGatewayPayment(caller.scope, params.id);
    return presentInfo(found, statusAt(found.payment, clock.now()));
  }),
];

export const gatewayStatusRoutes = [
  defineRoute(getGatewayStatus, async (input) => {
    const { scope } = input.caller;
    return presentStatus(
      await awaitStatusChange(scope, paymentIdOf(input.params.id), input.query.maxPollMs, input.client),
    );
  }),
];

export const gatewayOptionsRoutes = [
  defineRoute(getPaymentOptions, async ({ caller, params, query, body }) => {
    const offer = await offerOptions(caller.scope, params.id, body.accounts, rateSource());
    return presentOptions(offer, query.includePaymentInfo);
  }),
];

export const gatewayFetchRoutes = [
  defineRoute(fetchPaymentActions, async ({ caller, params, body }) => ({
    actions: (await fetchActions(caller.scope, params.id, body.optionId)).map(presentAction),
  })),
];

export const gatewayConfirmRoutes = [
  defineRoute(confirmPayment, async (input) => {
    const paymentId = await acceptConfirm(input.caller, input.params.id, input.body, rateSource());
    return presentConfirmation(
      await awaitStatusChange(input.caller.scope, paymentId, input.query.maxPollMs, input.client),
    );
  }),
];

export const gatewayCancelRoutes = [
  defineRoute(cancelGatewayPayment, async ({ caller, params }) =>
    presentCancelled(await cancelPayment(caller.scope, paymentIdOf(params.id), "cancelled_by_user")),
  ),
];
