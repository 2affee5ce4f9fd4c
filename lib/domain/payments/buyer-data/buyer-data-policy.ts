import { findToken } from "#lib/chain/tokens.ts";
import type { AtomicAmount, Money, Ratio } from "#lib/core/money.ts";
import { fiatToFiat, fiatToToken } from "#lib/domain/payments/rates/convert.ts";
import type { RateSource } from "#lib/domain/payments/rates/rate-source.ts";

/** The company whose terms and privacy policy a buyer accepts with the form. */
export type BuyerDataProvider = { name: string; termsUrl: string; privacyUrl: string };

/** When a partner's buyers must fill in the form: never, always, or from an amount in smallest units of a currency. */
export type BuyerDataPolicy =
  | { kind: "off" }
  | { kind: "always"; provider: BuyerDataProvider }
  | { kind: "from"; currency: string; value: AtomicAmount; provider: BuyerDataProvider };

/**
 * True when a payment of that amount requires buyer data. Compares integers without rounding; the policy's own amount
 * counts as reached. An amount that can't be converted requires buyer data, so that a missing rate never skips the form.
 * @throws TillError `bad_gateway` when the rate source fails.
 */
export async function requiresBuyerData(policy: BuyerDataPolicy, amount: Money, rates: RateSource): Promise<boolean> {
  if (policy.kind !== "from") return policy.kind === "always";
  const ratio = await ratioTo(amount, policy.currency, rates);
  return ratio === null || amount.value * ratio.denominator >= policy.value * ratio.numerator;
}

/** The fraction that turns smallest units of a currency into those of an amount. */
function ratioTo({ unit }: Money, currency: string, rates: RateSource): Promise<Ratio | null> {
  if (unit.kind === "fiat") return fiatToFiat(rates, currency, unit.currency);
  const token = findToken(unit.asset);
  return token === null ? Promise.resolve(null) : fiatToToken(rates, currency, token);
}
