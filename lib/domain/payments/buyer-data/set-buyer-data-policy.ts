import { clock } from "#lib/core/clock.ts";
import { invalidField, TillError } from "#lib/core/errors.ts";
import { visibleText } from "#lib/core/visible-text.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import type { BuyerDataPolicy, BuyerDataProvider } from "#lib/domain/payments/buyer-data/buyer-data-policy.ts";
import { deleteBuyerDataPolicy, writeBuyerDataPolicy } from "#lib/domain/payments/buyer-data/repository.ts";
import type { RateSource } from "#lib/domain/payments/rates/rate-source.ts";

/**
 * Sets when a partner's buyers must fill in the form; applies to every payment that is not confirmed yet.
 * @throws TillError `params_validation` for a currency without a rate, an amount that is not positive, or a provider
 * without a name and two HTTPS URLs; `not_found` for an unknown partner.
 */
export async function setBuyerDataPolicy(
  { partnerId }: PartnerScope,
  policy: BuyerDataPolicy,
  rates: RateSource,
): Promise<void> {
  if (policy.kind === "off") return inTransaction((tx) => deleteBuyerDataPolicy(tx, partnerId));
  checkProvider(policy.provider);
  if (policy.kind === "from") {
    if (policy.value <= 0n) throw invalidField("value", "must be greater than zero");
    if ((await rates.rate(policy.currency, "USD")) === null) {
      throw invalidField("currency", "has no exchange rate: choose a currency that the rate source lists");
    }
  }
  const isWritten = await inTransaction((tx) => writeBuyerDataPolicy(tx, partnerId, policy, clock.now()));
  if (!isWritten) throw new TillError("not_found");
}

function checkProvider({ name, termsUrl, privacyUrl }: BuyerDataProvider): void {
  if (!/^\S(.{0,98}\S)?$/su.test(name) || !visibleText.test(name)) {
    const rule =
      "must have 1 to 100 characters, one of them visible, no control characters, and no space at either end";
    throw invalidField("provider.name", rule);
  }
  for (const [field, text] of Object.entries({ termsUrl, privacyUrl })) {
    if (text.length > 2_048 || URL.parse(text)?.protocol !== "https:" || !text.startsWith("https://")) {
      throw invalidField(`provider.${field}`, "must be an https:// URL of at most 2,048 characters");
    }
  }
}
