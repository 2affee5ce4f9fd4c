import { clock } from "#lib/core/clock.ts";
import { invalidField, TillError } from "#lib/core/errors.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import type { DataCollectionPolicy, DataProvider } from "#lib/domain/payments/buyer-data/policy.ts";
import { removePolicy, writePolicy } from "#lib/domain/payments/buyer-data/repository.ts";
import type { RateSource } from "#lib/domain/payments/rates/rate-source.ts";

/**
 * Sets when a partner's buyers must say who they are; holds for every payment that is not confirmed yet.
 * @throws TillError `params_validation` for a currency without a rate, an amount that is not positive, or a provider
 * without a name and two HTTPS addresses; `not_found` for an unknown partner.
 */
export async function setDataCollectionPolicy(
  { partnerId }: PartnerScope,
  policy: DataCollectionPolicy,
  rates: RateSource,
): Promise<void> {
  if (policy.kind === "off") return inTransaction((tx) => removePolicy(tx, partnerId));
  checkProvider(policy.provider);
  if (policy.kind === "from") {
    if (policy.value <= 0n) throw invalidField("value", "must be above zero");
    if ((await rates.rate(policy.currency, "USD")) === null) throw invalidField("currency", "has no rate");
  }
  const isWritten = await inTransaction((tx) => writePolicy(tx, partnerId, policy, clock.now()));
  if (!isWritten) throw new TillError("not_found");
}

function checkProvider({ name, termsUrl, privacyUrl }: DataProvider): void {
  if (!/^\S(.{0,98}\S)?$/su.test(name)) throw invalidField("provider.name", "must have 1 to 100 characters");
  for (const [field, text] of Object.entries({ termsUrl, privacyUrl })) {
    if (text.length > 2_048 || URL.parse(text)?.protocol !== "https:" || !text.startsWith("https://")) {
      throw invalidField(`provider.${field}`, "must be an https address");
    }
  }
}
