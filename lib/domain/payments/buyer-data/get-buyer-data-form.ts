import { type Caip10, parseCaip10, toCaip10 } from "#lib/core/caip.ts";
import { clock } from "#lib/core/clock.ts";
import {
  type BuyerDataRequest,
  findBuyerDataRequest,
} from "#lib/domain/payments/buyer-data/find-buyer-data-request.ts";
import { type Payment, type PaymentStatus, statusAt } from "#lib/domain/payments/payment.ts";
import type { RateSource } from "#lib/domain/payments/rates/rate-source.ts";
import { env } from "#lib/env/env.ts";

/** Equal to the number of accounts that a wallet may request options for. */
const maxAccounts = 50;

/** A payment's form: waiting for the buyer, not required, closed because the payment is no longer open, or linked wrongly. */
export type BuyerDataForm =
  | { kind: "open"; request: BuyerDataRequest }
  | { kind: "complete" }
  | { kind: "closed"; status: Exclude<PaymentStatus, "requires_action"> }
  | { kind: "damaged" };

/** The URL of the hosted form for these accounts. */
export function buyerDataFormLink(paymentId: string, accounts: readonly Caip10[]): string {
  return `${env().PUBLIC_URL}/collect/${paymentId}?accounts=${encodeURIComponent(accounts.join(","))}`;
}

/**
 * Returns the form that a payment requires from these accounts. Of earlier submissions it reveals only that they exist.
 * @param accounts comma-separated CAIP-10, as in the form's link.
 * @throws TillError `bad_gateway` when the rate source fails.
 */
export async function getBuyerDataForm(payment: Payment, accounts: string, rates: RateSource): Promise<BuyerDataForm> {
  const status = statusAt(payment, clock.now());
  if (status !== "requires_action") return { kind: "closed", status };
  const parsed = accounts.split(",").map(parseCaip10);
  const valid = parsed.flatMap((account) => (account === null ? [] : [toCaip10(account)]));
  if (valid.length < parsed.length || valid.length > maxAccounts) return { kind: "damaged" };
  const request = await findBuyerDataRequest(payment, valid, rates);
  return request === null ? { kind: "complete" } : { kind: "open", request };
}
