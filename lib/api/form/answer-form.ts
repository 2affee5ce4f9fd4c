import { z } from "zod";
import { answerOwnForm } from "#lib/api/form/answer-own-form.ts";
import type { ApiRequest, ApiResult } from "#lib/api/http.ts";
import { submitBuyerDataForm } from "#lib/domain/payments/buyer-data/submit-buyer-data-form.ts";
import { rateSource } from "#lib/domain/payments/rates/configured-rate-source.ts";
import { parseInput } from "#lib/edge/parse-input.ts";

/** `data` is validated by the form's own schema, the same as in the browser. */
const body = z.strictObject({ accounts: z.array(z.string().max(256)).min(1).max(50), data: z.unknown() });

/** Accepts buyer data from our page `/collect/{paymentId}`. */
export function answerForm(request: ApiRequest, paymentId: string): Promise<ApiResult> {
  return answerOwnForm(request, paymentId, {
    operationId: "submitForm",
    refusal: "The form can be submitted only from its own page.",
    counter: "",
    async submit(json) {
      const { accounts, data } = parseInput(body, json);
      await submitBuyerDataForm(paymentId, { accounts, data }, rateSource());
    },
  });
}
