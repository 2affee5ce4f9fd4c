import type { Token } from "#lib/chain/tokens.ts";
import { isTillError, type TillError } from "#lib/core/errors.ts";
import { multiplyDown } from "#lib/core/money.ts";
import { feeOn } from "#lib/domain/payments/fees.ts";
import type { Payment } from "#lib/domain/payments/payment.ts";
import { amountToToken, fiatToToken } from "#lib/domain/payments/rates/convert.ts";
import type { RateSource } from "#lib/domain/payments/rates/rate-source.ts";

/** What a payment costs in one token, in its smallest units, and the part of it that is our fee. */
export type Quote = { token: Token; amount: bigint; fee: bigint };

/**
 * The price of a payment in a token: rounded down, so never against the buyer, and never against the treasury by
 * more than one smallest unit.
 * @returns null when the payment can't be paid in that token: no rate, another token asked for, or nothing left of
 * the amount after rounding and fees.
 */
export async function quoteIn(rates: RateSource, payment: Payment, { token }: { token: Token }): Promise<Quote | null> {
  const [ratio, feeRatio] = await Promise.all([
    amountToToken(rates, payment.amount, token),
    fiatToToken(rates, payment.fees.currency, token),
  ]);
  if (ratio === null || feeRatio === null) return null;
  const amount = multiplyDown(payment.amount.value, ratio);
  const fee = feeOn(amount, payment.fees, feeRatio);
  return amount > fee ? { token, amount, fee } : null;
}

/**
 * The prices of a payment in those of some tokens that have one, in their order. A token whose rate is not to be had at
 * the moment is left out, as one on a chain that is away: dollars are paid in dollars whatever becomes of the euro.
 * @throws TillError `bad_gateway` when for that reason there is no price at all.
 */
export async function quoteInEach(rates: RateSource, payment: Payment, tokens: readonly Token[]): Promise<Quote[]> {
  const answers = await Promise.all(tokens.map((token) => quoteIn(rates, payment, { token }).catch(unavailable)));
  const quotes = answers.flatMap((answer) => (answer === null || isTillError(answer) ? [] : [answer]));
  const failure = answers.find((answer) => isTillError(answer));
  if (quotes.length === 0 && failure !== undefined) throw failure;
  return quotes;
}

function unavailable(error: unknown): TillError {
  if (isTillError(error) && error.code === "bad_gateway") return error;
  throw error;
}
