import { defineRoute } from "#lib/api/define-route.ts";
import {
  cancelGatewayPaymentOperation,
  confirmPaymentOperation,
  fetchPaymentActionsOperation,
  getGatewayPaymentOperation,
  getGatewayStatusOperation,
  getPaymentOptionsOperation,
  giveDepositAddressOperation,
  listDepositAssetsOperation,
  nameRefundAccountOperation,
} from "#lib/api/operations/gateway.ts";
import {
  presentAction,
  presentGiven,
  presentInfo,
  presentOptions,
  presentTransferable,
} from "#lib/api/presenters/gateway.ts";
import { presentLive } from "#lib/api/presenters/live.ts";
import { presentCancelled, presentConfirmation, presentStatus } from "#lib/api/presenters/payment.ts";
import { clock } from "#lib/core/clock.ts";
import { cancelPayment } from "#lib/domain/payments/cancel-payment.ts";
import { findDeposit } from "#lib/domain/payments/deposit-addresses/find-deposit.ts";
import { giveAddress, listTransferable } from "#lib/domain/payments/deposits/give-address.ts";
import { nameRefundAccount } from "#lib/domain/payments/deposits/name-refund-account.ts";
import { confirmPayment } from "#lib/domain/payments/gateway/confirm-payment.ts";
import { fetchActions } from "#lib/domain/payments/gateway/fetch-actions.ts";
import { getGatewayPayment } from "#lib/domain/payments/gateway/gateway-payment.ts";
import { offerOptions } from "#lib/domain/payments/gateway/offer-options.ts";
import { statusAt } from "#lib/domain/payments/payment.ts";
import { paymentIdOf } from "#lib/domain/payments/payment-link.ts";
import { rateSource } from "#lib/domain/payments/rates/configured-rate-source.ts";
import { awaitStatusChange } from "#lib/domain/payments/status/await-status-change.ts";
import { tracePayment } from "#lib/log/tracing.ts";

export const gatewayPaymentRoutes = [
  defineRoute(getGatewayPaymentOperation, async ({ caller, params }) => {
    const found = await getGatewayPayment(caller.scope, params.id);
    return presentInfo(found, statusAt(found.payment, clock.now()));
  }),
];

export const gatewayStatusRoutes = [
  defineRoute(getGatewayStatusOperation, async (input) => {
    const { scope } = input.caller;
    const id = paymentIdOf(input.params.id);
    const found = await awaitStatusChange(scope, id, input.query.maxPollMs, input.client);
    return presentStatus(found, await findDeposit(found.snapshot));
  }),
];

export const gatewayOptionsRoutes = [
  defineRoute(getPaymentOptionsOperation, async ({ caller, params, query, body }) => {
    const offer = await offerOptions(caller, params.id, body.accounts, rateSource());
    return presentOptions(offer, query.includePaymentInfo);
  }),
];

export const gatewayFetchRoutes = [
  defineRoute(fetchPaymentActionsOperation, async ({ caller, params, body }) => ({
    actions: (await fetchActions(caller.scope, params.id, body.optionId)).map(presentAction),
  })),
];

export const gatewayConfirmRoutes = [
  defineRoute(confirmPaymentOperation, async (input) => {
    // With a slow node, the checks of a confirm take seconds of the time after which its client gives up.
    const since = clock.now();
    const confirm = () => confirmPayment(input.caller, input.params.id, input.body, rateSource());
    const paymentId = await tracePayment(paymentIdOf(input.params.id), "confirm", confirm);
    return presentConfirmation(
      await awaitStatusChange(input.caller.scope, paymentId, input.query.maxPollMs, input.client, since),
    );
  }),
];

export const gatewayDepositRoutes = [
  defineRoute(listDepositAssetsOperation, async ({ caller, params }) =>
    presentTransferable(await listTransferable(caller.scope, params.id, rateSource())),
  ),
  defineRoute(giveDepositAddressOperation, async ({ caller, params, body }) =>
    presentGiven(await giveAddress(caller.scope, params.id, body.asset, rateSource())),
  ),
];

export const gatewayRefundAccountRoutes = [
  defineRoute(nameRefundAccountOperation, async ({ caller, params, body }) => {
    const { paymentId, partnerId, account } = await nameRefundAccount(caller.scope, params.id, body);
    return { paymentId, ...presentLive({ partnerId }), account };
  }),
];

export const gatewayCancelRoutes = [
  defineRoute(cancelGatewayPaymentOperation, async ({ caller, params }) =>
    presentCancelled(await cancelPayment(caller.scope, paymentIdOf(params.id), "cancelled_by_user")),
  ),
];
