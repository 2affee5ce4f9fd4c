import { z } from "zod";
import { clock, toUnixSeconds } from "#lib/core/clock.ts";
import { httpsUrl } from "#lib/core/text.ts";
import { createPaymentOnce } from "#lib/dashboard/create-payment-once.ts";
import { presentToken } from "#lib/dashboard/present/money.ts";
import { refundPaymentOnce } from "#lib/dashboard/refund-payment-once.ts";
import { key, line } from "#lib/dashboard/rpc/fields.ts";
import { defineMutation } from "#lib/dashboard/rpc/procedure.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { cancelPayment } from "#lib/domain/payments/cancel-payment.ts";
import { descriptionText } from "#lib/domain/payments/description.ts";
import { paymentLink } from "#lib/domain/payments/payment-link.ts";
import { acceptPayoutGas } from "#lib/domain/payments/payouts/accept-payout-gas.ts";
import { payOutNow } from "#lib/domain/payments/payouts/pay-out-now.ts";
import { rateSource } from "#lib/domain/payments/rates/configured-rate-source.ts";
import { referenceText } from "#lib/domain/payments/reference.ts";
import type { CreatedRefund } from "#lib/domain/payments/refund-requests/create-refund.ts";
import { replaceRefundLink } from "#lib/domain/payments/refund-requests/replace-refund-link.ts";
import { cancelRefund } from "#lib/domain/payments/refunds/cancel-refund.ts";
import { refundModes } from "#lib/domain/payments/refunds/refund.ts";

const onePayment = z.strictObject({ paymentId: z.string().max(64) });

const cancel = defineMutation({
  right: "payments:write",
  changesCheckout: false,
  input: onePayment,
  async resolve({ scope }, { paymentId }) {
    const { reason } = await cancelPayment(scope, paymentId, "cancelled_by_merchant");
    return { reason };
  },
});

const newRefund = onePayment.extend({
  key,
  mode: z.enum(refundModes).default("mark"),
  /** In major units, such as `24.90`. All that is left by default. */
  amount: z
    .strictObject({ unit: z.string().max(128), value: z.string().trim().min(1, "is required").max(80) })
    .optional(),
  /** The buyer's account as CAIP-10, for a payment that was paid by transfers. */
  refundAddress: z.string().max(128).optional(),
});

/** Records a refund, requests it from the merchant's wallet, or has the treasury return held money to the buyer. */
const refund = defineMutation({
  right: "refunds:write",
  changesCheckout: false,
  input: newRefund,
  resolve: async ({ scope }, { key, ...order }) => presentCreated(await refundPaymentOnce(scope, key, order)),
});

const oneRefund = z.strictObject({ refundId: z.string().max(64) });

const cancelRequestedRefund = defineMutation({
  right: "refunds:write",
  changesCheckout: false,
  input: oneRefund,
  async resolve({ scope }, { refundId }) {
    const { storedState } = await cancelRefund(scope, refundId);
    return { state: storedState };
  },
});

/** Replaces the link of a requested refund. */
const renewRefundLink = defineMutation({
  right: "refunds:write",
  changesCheckout: false,
  input: oneRefund,
  resolve: async ({ scope }, { refundId }) => presentCreated(await replaceRefundLink(scope, refundId, rateSource())),
});

function presentCreated({ refund: { id, asset, amount, expiresAt }, url }: CreatedRefund) {
  return { refundId: id, amount: presentToken(asset, amount), url, expiresAt: expiresAt?.toISOString() ?? null };
}

/** Requests the payout of money held in the treasury, or another attempt of a failed payout. The worker sends it. */
const settle = defineMutation({
  right: "payouts:write",
  changesCheckout: false,
  input: onePayment,
  async resolve({ scope }, { paymentId }) {
    const { attempt, destination } = await inTransaction((tx) => payOutNow(tx, scope, paymentId));
    return { attempt, destination };
  },
});

/** Sends a payout that waits for a lower network fee at the fee that the member was shown. The worker sends it. */
const acceptFee = defineMutation({
  right: "payouts:write",
  changesCheckout: false,
  input: onePayment.extend({ micros: z.string().regex(/^\d{1,18}$/, "must be millionths of a dollar") }),
  async resolve({ scope }, { paymentId, micros }) {
    await acceptPayoutGas(scope, paymentId, BigInt(micros));
    return {};
  },
});

const newPayment = z.strictObject({
  key,
  merchantId: z.string().min(1, "is required").max(64),
  /** Made from the key when it is left out. */
  referenceId: referenceText(1).optional(),
  description: descriptionText.optional(),
  /** In major units, such as `24.90`. */
  amount: z.strictObject({ unit: z.string().max(128), value: z.string().trim().min(1, "is required").max(80) }),
  /** Totals are in major units, such as `24.90`; a discount is negative. */
  lineItems: z
    .array(
      z.strictObject({
        name: line(120),
        quantity: z.int("must be a whole number").min(1).max(1_000_000),
        total: z.string().trim().min(1, "is required").max(80),
      }),
    )
    .max(20)
    .optional(),
  expiresInMinutes: z.int("must be a whole number of minutes"),
  /** Whether the member was asked about an amount far above the merchant's usual ones. */
  isLargeAccepted: z.boolean().default(false),
  checkout: z.strictObject({ successUrl: httpsUrl, errorUrl: httpsUrl }).optional(),
});

const create = defineMutation({
  right: "payments:write",
  changesCheckout: false,
  input: newPayment,
  async resolve({ scope }, { key, expiresInMinutes, isLargeAccepted, ...request }) {
    const expiresAt = toUnixSeconds(clock.now()) + expiresInMinutes * 60;
    const referenceId = request.referenceId ?? `P-${key.slice(0, 8).toUpperCase()}`;
    const order = { ...request, referenceId, expiresInMinutes };
    const paymentId = await createPaymentOnce(scope, key, order, expiresAt, isLargeAccepted);
    return { paymentId, link: paymentLink(paymentId), referenceId };
  },
});

export const paymentMutations = {
  "payments.create": create,
  "payments.cancel": cancel,
  "payments.refund": refund,
  "payments.cancelRefund": cancelRequestedRefund,
  "payments.renewRefundLink": renewRefundLink,
  "payments.sendPayout": settle,
  "payments.acceptPayoutFee": acceptFee,
};
