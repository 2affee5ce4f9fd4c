import { type Caip10, parseCaip10, toCaip10 } from "#lib/core/caip.ts";
import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import { database } from "#lib/db/pool.ts";
import { refusal } from "#lib/domain/payments/apply-payment-event.ts";
import { requiresBuyerData } from "#lib/domain/payments/buyer-data/buyer-data-policy.ts";
import { sealBuyerData } from "#lib/domain/payments/buyer-data/buyer-data-submission.ts";
import { parseFormData } from "#lib/domain/payments/buyer-data/parse-buyer-data.ts";
import { getBuyerDataPolicy } from "#lib/domain/payments/buyer-data/read-policy.ts";
import { insertBuyerDataSubmission } from "#lib/domain/payments/buyer-data/repository.ts";
import { getPayment } from "#lib/domain/payments/get-payment.ts";
import { statusAt } from "#lib/domain/payments/payment.ts";
import type { RateSource } from "#lib/domain/payments/rates/rate-source.ts";

/** Anyone with a payment's link can send its form, so the number of stored forms is limited. */
const maxSubmissionsPerPayment = 50;

export type SubmittedForm = { accounts: readonly string[]; data: unknown };

/**
 * Stores the hosted form for accounts of a payment, encrypted, for 180 days. A repeated form is stored as another
 * submission: later senders can neither change nor read earlier ones. Stores nothing when the policy requires no buyer
 * data, which may have changed since the page was opened.
 * @throws TillError `payment_not_found`; `payment_expired` or `invalid_state` unless the payment is open;
 * `params_validation`; `rate_limited` after 50 forms for a payment; `bad_gateway` when the rate source fails.
 */
export async function submitBuyerDataForm(paymentId: string, form: SubmittedForm, rates: RateSource): Promise<void> {
  const payment = await getPayment({ partnerId: null, merchantId: null }, paymentId);
  const now = clock.now();
  if (statusAt(payment, now) !== "requires_action") throw refusal(payment, now);
  const accounts = parseAccounts(form.accounts);
  const policy = await getBuyerDataPolicy(payment.partnerId);
  if (policy.kind === "off" || !(await requiresBuyerData(policy, payment.amount, rates))) return;
  const submission = sealBuyerData(payment, accounts, parseFormData(form.data, now), policy.provider, now);
  if (!(await insertBuyerDataSubmission(database, submission, maxSubmissionsPerPayment))) {
    const message = "This payment has received 50 forms, which is the limit. Ask the merchant for a new payment.";
    throw new TillError("rate_limited", { message, retryAfterSeconds: 3_600 });
  }
}

function parseAccounts(texts: readonly string[]): Caip10[] {
  const parsed = texts.map(parseCaip10);
  const issues = parsed.flatMap((account, index) =>
    account === null ? [{ field: `accounts.${index}`, message: "must be a CAIP-10 account" }] : [],
  );
  if (issues.length > 0) throw new TillError("params_validation", { issues });
  return parsed.flatMap((account) => (account === null ? [] : [toCaip10(account)]));
}
