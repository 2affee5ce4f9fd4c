import { randomUUID } from "node:crypto";
import { z } from "zod";
import { readJsonText } from "#lib/api/define-route.ts";
import { isOwnPage } from "#lib/api/form/own-page.ts";
import type { ApiRequest, ApiResult } from "#lib/api/http.ts";
import { rateLimits } from "#lib/api/rate-limit/rate-limits.ts";
import { renderError } from "#lib/api/render-error.ts";
import { TillError } from "#lib/core/errors.ts";
import { getPayment } from "#lib/domain/payments/get-payment.ts";
import { receiptLocales } from "#lib/domain/payments/receipts/receipt-request.ts";
import { requestReceipt } from "#lib/domain/payments/receipts/request-receipt.ts";
import { rateLimited } from "#lib/domain/platform/rate-limit/quota.ts";
import { countedAddress } from "#lib/edge/client-address.ts";
import { parseInput } from "#lib/edge/parse-input.ts";
import { parseJson } from "#lib/edge/parse-json.ts";

const body = z.strictObject({
  email: z.email("must be a valid email, such as name@example.com").max(254),
  locale: z.enum(receiptLocales),
});

const headers = { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" };

/**
 * Accepts the email address for a receipt from our page `/pay/{paymentId}`. Not part of the public API: requests from other
 * origins are refused. The address appears in no response and no log.
 */
export async function answerReceiptForm(request: ApiRequest, paymentId: string): Promise<ApiResult> {
  try {
    if (!isOwnPage(request))
      throw new TillError("forbidden", { message: "A receipt can be requested only from the payment's own page." });
    await charge(request, paymentId);
    const { email, locale } = parseInput(body, parseJson(await readJsonText(request)));
    await requestReceipt(paymentId, email, locale);
    return { status: 200, headers, body: "{}" };
  } catch (thrown) {
    const answer = renderError(thrown, { requestId: randomUUID(), operationId: "requestReceipt" });
    return { ...answer, headers: { ...headers, ...answer.headers } };
  }
}

/** Counts only payments that exist, so that made-up ids take no memory. */
async function charge(request: ApiRequest, paymentId: string): Promise<void> {
  const { id } = await getPayment({ partnerId: null, merchantId: null }, paymentId);
  const quota = await rateLimits().perForm.spend(`receipt ${id} ${countedAddress(request.remoteAddress)}`);
  if (quota?.isOver) throw rateLimited(quota, Date.now());
}
