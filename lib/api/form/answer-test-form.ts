import { answerOwnForm } from "#lib/api/form/answer-own-form.ts";
import type { ApiRequest, ApiResult } from "#lib/api/http.ts";
import { advancePaymentBody } from "#lib/api/schemas/test-mode.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { getPayment } from "#lib/domain/payments/get-payment.ts";
import { rateSource } from "#lib/domain/payments/rates/configured-rate-source.ts";
import { advancePayment, prepareMove } from "#lib/domain/payments/test-mode/advance-payment.ts";
import { parseInput } from "#lib/edge/parse-input.ts";

/** Moves a test payment for our page `/pay/{paymentId}`, whose link is enough for that, as it is for a cancellation. */
export function answerTestForm(request: ApiRequest, paymentId: string): Promise<ApiResult> {
  return answerOwnForm(request, paymentId, {
    operationId: "advanceTestPaymentOnPage",
    refusal: "A test payment can be moved only from its own page.",
    counter: "advance ",
    async submit(json) {
      const { partnerId } = await getPayment({ partnerId: null, merchantId: null }, paymentId);
      const scope = { partnerId, merchantId: null };
      const move = await prepareMove(scope, paymentId, parseInput(advancePaymentBody, json), rateSource());
      await inTransaction((tx) => advancePayment(tx, scope, move));
    },
  });
}
