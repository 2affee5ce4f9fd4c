import { findToken } from "#lib/chain/tokens.ts";
import type { AtomicAmount, Money, Ratio } from "#lib/core/money.ts";
import { fiatToFiat, fiatToToken } from "#lib/domain/payments/rates/convert.ts";
import type { RateSource } from "#lib/domain/payments/rates/rate-source.ts";

/** Whose terms and privacy policy a buyer accepts. */
export type DataProvider = { name: string; termsUrl: string; privacyUrl: string };

/** When a partner's buyers must say who they are. */
export type DataCollectionPolicy =
  | { kind: "off" }
  | { kind: "always"; provider: DataProvider }
  | { kind: "from"; currency: string; value: AtomicAmount; provider: DataProvider };

/**
 * True when a payment of that amount falls under the policy. Compared in integers without rounding: a payment of
 * exactly the policy's amount does. A rate that nobody knows any more counts as large.
 * @throws TillError `bad_gateway` when the rate source fails.
 */
export async function fallsUnder(policy: DataCollectionPolicy, amount: Money, rates: RateSource): Promise<boolean> {
  if (policy.kind !== "from") return policy.kind === "always";
  const ratio = await ratioTo(amount, policy.currency, rates);
  return ratio === null || amount.value * ratio.denominator >= policy.value * ratio.numerator;
}

/** Turns smallest units of a currency into those of an amount. */
function ratioTo({ unit }: Money, currency: string, rates: RateSource): Promise<Ratio | null> {
  if (unit.kind === "fiat") return fiatToFiat(rates, currency, unit.currency);
  const token = findToken(unit.asset);
  return token === null ? Promise.resolve(null) : fiatToToken(rates, currency, token);
}
