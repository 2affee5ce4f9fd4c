import { type Caip10, parseCaip10, toCaip10 } from "#lib/core/caip.ts";
import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import { database } from "#lib/db/pool.ts";
import { refusal } from "#lib/domain/payments/apply-payment-event.ts";
import { fallsUnder } from "#lib/domain/payments/buyer-data/policy.ts";
import { readFormData } from "#lib/domain/payments/buyer-data/read-collected-data.ts";
import { getPolicy, insertSubmission } from "#lib/domain/payments/buyer-data/repository.ts";
import { sealSubmission } from "#lib/domain/payments/buyer-data/submission.ts";
import { getPayment } from "#lib/domain/payments/get-payment.ts";
import { statusAt } from "#lib/domain/payments/payment.ts";
import type { RateSource } from "#lib/domain/payments/rates/rate-source.ts";

/** Whoever has a payment's link may send its form; that many times, so that nobody fills the database with it. */
const submissionsPerPayment = 50;

export type FormSubmission = { accounts: readonly string[]; data: unknown };

/**
 * Takes the hosted form for accounts of a payment, and keeps it sealed for 180 days. Sent again it is kept again: what
 * was said before is never changed by whoever comes later, and never shown. Where the policy asks for nothing (any
 * more), nothing is kept.
 * @throws TillError `payment_not_found`; `payment_expired` or `invalid_state` unless the payment is open;
 * `params_validation`; `rate_limited` after 50 forms for a payment; `bad_gateway` when the rate source fails.
 */
export async function submitForm(paymentId: string, form: FormSubmission, rates: RateSource): Promise<void> {
  const payment = await getPayment({ partnerId: null, merchantId: null }, paymentId);
  const now = clock.now();
  if (statusAt(payment, now) !== "requires_action") throw refusal(payment, now);
  const accounts = readAccounts(form.accounts);
  const policy = await getPolicy(database, payment.partnerId);
  if (policy.kind === "off" || !(await fallsUnder(policy, payment.amount, rates))) return;
  const submission = sealSubmission(payment, accounts, readFormData(form.data, now), policy.provider, now);
  if (!(await insertSubmission(database, submission, submissionsPerPayment))) {
    const message = "The form was sent too often for this payment.";
    throw new TillError("rate_limited", { message, retryAfterSeconds: 3_600 });
  }
}

function readAccounts(texts: readonly string[]): Caip10[] {
  const parsed = texts.map(parseCaip10);
  const issues = parsed.flatMap((account, index) =>
    account === null ? [{ field: `accounts.${index}`, message: "is not a CAIP-10 account" }] : [],
  );
  if (issues.length > 0) throw new TillError("params_validation", { issues });
  return parsed.flatMap((account) => (account === null ? [] : [toCaip10(account)]));
}
