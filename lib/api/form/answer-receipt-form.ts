import { z } from "zod";
import { answerOwnForm } from "#lib/api/form/answer-own-form.ts";
import type { ApiRequest, ApiResult } from "#lib/api/http.ts";
import { locales } from "#lib/core/locales.ts";
import { emailAddress } from "#lib/core/text.ts";
import { requestReceipt } from "#lib/domain/payments/receipts/request-receipt.ts";
import { parseInput } from "#lib/edge/parse-input.ts";

const body = z.strictObject({
  email: emailAddress,
  locale: z.enum(locales),
});

/** Accepts the email address for a receipt from our page `/pay/{paymentId}`. */
export function answerReceiptForm(request: ApiRequest, paymentId: string): Promise<ApiResult> {
  return answerOwnForm(request, paymentId, {
    operationId: "requestReceipt",
    refusal: "A receipt can be requested only from the payment's own page.",
    counter: "receipt ",
    async submit(json) {
      const { email, locale } = parseInput(body, json);
      await requestReceipt(paymentId, email, locale);
    },
  });
}
