import { randomUUID } from "node:crypto";
import { readJsonText } from "#lib/api/define-route.ts";
import { isOwnPage } from "#lib/api/form/own-page.ts";
import type { ApiRequest, ApiResult } from "#lib/api/http.ts";
import { rateLimits } from "#lib/api/rate-limit/rate-limits.ts";
import { renderError } from "#lib/api/render-error.ts";
import { TillError } from "#lib/core/errors.ts";
import { getPayment } from "#lib/domain/payments/get-payment.ts";
import { rateLimited } from "#lib/domain/platform/rate-limit/quota.ts";
import { countedAddress } from "#lib/edge/client-address.ts";
import { parseJson } from "#lib/edge/parse-json.ts";

const headers = { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" };

/** A form of our own pages: its name in errors and logs, its refusal of other pages, and what it does with the JSON it gets. */
type OwnForm = {
  operationId: string;
  refusal: string;
  /** Tells its requests from those of other forms where they are counted. */
  counter: string;
  submit(json: unknown): Promise<void>;
};

/**
 * Accepts a form from one of our pages about a payment. Not part of the public API: requests from other
 * origins are refused. Errors look like those of `/v1`; what was submitted appears in no response and no log.
 */
export async function answerOwnForm(
  request: ApiRequest,
  paymentId: string,
  { operationId, refusal, counter, submit }: OwnForm,
): Promise<ApiResult> {
  try {
    if (!isOwnPage(request)) throw new TillError("forbidden", { message: refusal });
    await charge(request, paymentId, counter);
    await submit(parseJson(await readJsonText(request)));
    return { status: 200, headers, body: "{}" };
  } catch (thrown) {
    const answer = renderError(thrown, { requestId: randomUUID(), operationId });
    return { ...answer, headers: { ...headers, ...answer.headers } };
  }
}

/** Counts only payments that exist, so that made-up ids take no memory. */
async function charge(request: ApiRequest, paymentId: string, counter: string): Promise<void> {
  const { id } = await getPayment({ partnerId: null, merchantId: null }, paymentId);
  const quota = await rateLimits().perForm.spend(`${counter}${id} ${countedAddress(request.remoteAddress)}`);
  if (quota?.isOver) throw rateLimited(quota, Date.now());
}
