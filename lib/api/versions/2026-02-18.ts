import { paymentInfo, paymentOptions } from "#lib/api/schemas/gateway.ts";
import { type OlderAnswers, olderAnswer } from "#lib/api/versions/older-answer.ts";

// 2026-02-18 knows no checkout: neither a payment's creation takes one, nor does the gateway tell of it.

/** What a buyer's wallet is told of a payment. */
export const infoWithoutCheckout = paymentInfo.omit({ checkout: true });
const optionsWithoutCheckout = paymentOptions.extend({ info: infoWithoutCheckout.optional() });

/** What this version answers otherwise than 2026-02-19.preview. */
export const answers: OlderAnswers = {
  getGatewayPayment: olderAnswer(paymentInfo, infoWithoutCheckout, ({ checkout: _, ...info }) => info),
  getPaymentOptions: olderAnswer(paymentOptions, optionsWithoutCheckout, ({ info, ...options }) => {
    if (info === undefined) return options;
    const { checkout: _, ...older } = info;
    return { ...options, info: older };
  }),
};
