import type { Token } from "#lib/chain/tokens.ts";
import { isTillError, TillError } from "#lib/core/errors.ts";
import { multiplyDown, multiplyUp, type Ratio } from "#lib/core/money.ts";
import { feeOn } from "#lib/domain/payments/fees.ts";
import type { Payment } from "#lib/domain/payments/payment.ts";
import { amountToToken, fixedFeeToToken } from "#lib/domain/payments/rates/convert.ts";
import type { RateSource } from "#lib/domain/payments/rates/rate-source.ts";

/**
 * The price of a payment in one token, in its smallest units, and the part of it that is our fee. `usableUntil` is when the rate
 * behind it becomes too old, null for a price without one: a buyer who waits for a better rate can't use one older than that.
 */
export type Quote = {
  token: Token;
  amount: bigint;
  fee: bigint;
  usableUntil: Date | null;
  exchangeRate: ExchangeRate | null;
};

/** The worth of one unit of a price's currency in a token. A price in the token, or in its own currency, has none. */
export type ExchangeRate = { currency: string; ratio: Ratio };

/** Decimals of the currencies that tokens are pegged to. */
const centDecimals = 2;

/**
 * Prices a payment in a token. A price in a currency is rounded up to cents of the token, as shops price: against the buyer by
 * less than a cent, and against the merchant by less than one smallest unit. A price in a token is exact.
 * @returns null when the payment can't be paid in that token: there is no rate, the price is in another token, or nothing
 * is left of the amount after rounding and fees.
 * @throws TillError `bad_gateway` when the rate is unavailable, or the token is off the peg by which it is priced.
 */
export async function quoteIn(rates: RateSource, payment: Payment, { token }: { token: Token }): Promise<Quote | null> {
  const [ratio, feeRatio] = await Promise.all([
    amountToToken(rates, payment.amount, token),
    fixedFeeToToken(rates, payment.fees, token),
  ]);
  if (ratio === null || feeRatio === null) return null;
  const exact = multiplyDown(payment.amount.value, ratio);
  const amount = payment.amount.unit.kind === "token" ? exact : upToCents(exact, token.decimals);
  const fee = feeOn(amount, payment.fees, feeRatio);
  if (amount <= fee) return null;
  const priced = { token, amount, fee };
  if (payment.amount.unit.kind === "token") return { ...priced, usableUntil: null, exchangeRate: null };
  requirePegged(rates, payment, token);
  const { currency } = payment.amount.unit;
  if (currency === token.peg) return { ...priced, usableUntil: null, exchangeRate: null };
  const rate = await rates.rate(currency, token.peg);
  const exchangeRate = rate && { currency, ratio: rate };
  return { ...priced, usableUntil: rates.usableUntil?.() ?? null, exchangeRate };
}

/**
 * Requires that a token is at the peg by which a payment is priced in it; a price in the token itself needs none.
 * @throws TillError `bad_gateway` while it is off.
 */
export function requirePegged(rates: RateSource, { amount }: Pick<Payment, "amount">, { symbol }: Token): void {
  if (amount.unit.kind === "token" || rates.isPaused?.(symbol) !== true) return;
  const message = `${symbol} is off its peg, so payments in it are paused. Choose another token, or try again later.`;
  throw new TillError("bad_gateway", { message });
}

/** Rounds an amount in a token's smallest units up to the token's second decimal. */
function upToCents(amount: bigint, decimals: number): bigint {
  const cent = 10n ** BigInt(decimals - centDecimals);
  return multiplyUp(amount, { numerator: 1n, denominator: cent }) * cent;
}

/**
 * Prices a payment in each of the tokens, in their order, without those that can't be priced. A token whose rate is
 * unavailable or that is off its peg is left out too, so that a missing euro rate doesn't block payments in dollars.
 * @throws TillError `bad_gateway` when unavailable rates leave no price at all.
 */
export async function quoteInEach(rates: RateSource, payment: Payment, tokens: readonly Token[]): Promise<Quote[]> {
  const results = await Promise.all(tokens.map((token) => quoteIn(rates, payment, { token }).catch(asUnavailable)));
  const quotes = results.flatMap((result) => (result === null || isTillError(result) ? [] : [result]));
  const failure = results.find((result) => isTillError(result));
  if (quotes.length === 0 && failure !== undefined) throw failure;
  return quotes;
}

function asUnavailable(error: unknown): TillError {
  if (isTillError(error) && error.code === "bad_gateway") return error;
  throw error;
}
