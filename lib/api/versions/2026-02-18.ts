import { paymentInfo, paymentOptions } from "#lib/api/schemas/gateway.ts";
import { type OlderAnswers, olderAnswer } from "#lib/api/versions/older-answer.ts";

// 2026-02-18 has no checkout: creating a payment doesn't accept one, and the gateway doesn't return it.

const infoWithoutCheckout = paymentInfo.omit({ checkout: true }).meta({ id: "PaymentInfo@2026-02-18" });
const optionsWithoutCheckout = paymentOptions.extend({
  info: infoWithoutCheckout.optional().meta({ description: "The payment; present when requested." }),
});

/** The answers that differ from those of 2026-02-19.preview. */
export const answers: OlderAnswers = {
  getGatewayPayment: olderAnswer(paymentInfo, infoWithoutCheckout, ({ checkout: _, ...info }) => info),
  getPaymentOptions: olderAnswer(paymentOptions, optionsWithoutCheckout, ({ info, ...options }) => {
    if (info === undefined) return options;
    const { checkout: _, ...older } = info;
    return { ...options, info: older };
  }),
};
