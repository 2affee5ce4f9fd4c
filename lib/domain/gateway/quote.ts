import type { UsableToken } from "#lib/chain/capabilities.ts";
import { multiplyDown } from "#lib/core/money.ts";
import { feeOn } from "#lib/domain/payments/fees.ts";
import type { Payment } from "#lib/domain/payments/payment.ts";
import { amountToToken, fiatToToken } from "#lib/domain/rates/convert.ts";
import type { RateSource } from "#lib/domain/rates/rate-source.ts";

/** What a payment costs in one token, in its smallest units, and the part of it that is our fee. */
export type Quote = { usable: UsableToken; amount: bigint; fee: bigint };

/**
 * The price of a payment in a token: rounded down, so never against the buyer, and never against the treasury by
 * more than one smallest unit.
 * @returns null when the payment can't be paid in that token: no rate, another token asked for, or nothing left of
 * the amount after rounding and fees.
 */
export async function quoteIn(rates: RateSource, payment: Payment, usable: UsableToken): Promise<Quote | null> {
  const [ratio, feeRatio] = await Promise.all([
    amountToToken(rates, payment.amount, usable.token),
    fiatToToken(rates, payment.fees.currency, usable.token),
  ]);
  if (ratio === null || feeRatio === null) return null;
  const amount = multiplyDown(payment.amount.value, ratio);
  const fee = feeOn(amount, payment.fees, feeRatio);
  return amount > fee ? { usable, amount, fee } : null;
}
