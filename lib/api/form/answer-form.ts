import { randomUUID } from "node:crypto";
import { z } from "zod";
import { readJsonText } from "#lib/api/define-route.ts";
import { isOwnPage } from "#lib/api/form/own-page.ts";
import type { ApiRequest, ApiResult } from "#lib/api/http.ts";
import { rateLimits } from "#lib/api/rate-limit/rate-limits.ts";
import { renderError } from "#lib/api/render-error.ts";
import { TillError } from "#lib/core/errors.ts";
import { submitBuyerDataForm } from "#lib/domain/payments/buyer-data/submit-buyer-data-form.ts";
import { getPayment } from "#lib/domain/payments/get-payment.ts";
import { rateSource } from "#lib/domain/payments/rates/configured-rate-source.ts";
import { rateLimited } from "#lib/domain/platform/rate-limit/quota.ts";
import { countedAddress } from "#lib/edge/client-address.ts";
import { parseInput } from "#lib/edge/parse-input.ts";
import { parseJson } from "#lib/edge/parse-json.ts";

/** `data` is validated by the form's own schema, the same as in the browser. */
const body = z.strictObject({ accounts: z.array(z.string().max(256)).min(1).max(50), data: z.unknown() });

const headers = { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" };

/**
 * Accepts buyer data from our page `/collect/{paymentId}`. Not part of the public API: requests from other origins are
 * refused. Errors look like those of `/v1`; submitted data appears in no response and no log.
 */
export async function answerForm(request: ApiRequest, paymentId: string): Promise<ApiResult> {
  try {
    if (!isOwnPage(request))
      throw new TillError("forbidden", { message: "The form can be submitted only from its own page." });
    await charge(request, paymentId);
    const { accounts, data } = parseInput(body, parseJson(await readJsonText(request)));
    await submitBuyerDataForm(paymentId, { accounts, data }, rateSource());
    return { status: 200, headers, body: "{}" };
  } catch (thrown) {
    const answer = renderError(thrown, { requestId: randomUUID(), operationId: "submitForm" });
    return { ...answer, headers: { ...headers, ...answer.headers } };
  }
}

/** Counts only payments that exist, so that made-up ids take no memory. */
async function charge(request: ApiRequest, paymentId: string): Promise<void> {
  const { id } = await getPayment({ partnerId: null, merchantId: null }, paymentId);
  const quota = await rateLimits().perForm.spend(`${id} ${countedAddress(request.remoteAddress)}`);
  if (quota?.isOver) throw rateLimited(quota, Date.now());
}
