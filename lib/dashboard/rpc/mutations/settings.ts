import { z } from "zod";
import { findCurrency } from "#lib/core/currencies.ts";
import { invalidField } from "#lib/core/errors.ts";
import { parseDecimal } from "#lib/core/money.ts";
import { defineMutation } from "#lib/dashboard/rpc/procedure.ts";
import { renamePartner } from "#lib/domain/partners/rename-partner.ts";
import { setBuyerDataPolicy } from "#lib/domain/payments/buyer-data/set-buyer-data-policy.ts";
import { rateSource } from "#lib/domain/payments/rates/configured-rate-source.ts";

const rename = defineMutation({
  right: "settings:write",
  input: z.strictObject({ name: z.string() }),
  async resolve({ scope }, { name }) {
    await renamePartner(scope, name.trim());
    return {};
  },
});

const provider = z.strictObject({ name: z.string(), termsUrl: z.string(), privacyUrl: z.string() });
const policy = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("off") }),
  z.strictObject({ kind: z.literal("always"), provider }),
  /** `amount` is in major units. */
  z.strictObject({ kind: z.literal("from"), currency: z.string(), amount: z.string().max(60), provider }),
]);

const setDataCollection = defineMutation({
  right: "settings:write",
  input: policy,
  async resolve({ scope }, chosen) {
    await setBuyerDataPolicy(scope, chosen.kind === "from" ? withValue(chosen) : chosen, rateSource());
    return {};
  },
});

function withValue({ kind, currency, amount, provider }: Extract<z.output<typeof policy>, { kind: "from" }>) {
  const decimals = findCurrency(currency)?.decimals;
  if (decimals === undefined) throw invalidField("currency", "must be an ISO 4217 currency code");
  const ratio = parseDecimal(amount.trim());
  const scaled = ratio === null ? 0n : ratio.numerator * 10n ** BigInt(decimals);
  if (ratio === null || scaled % ratio.denominator !== 0n) {
    const places = decimals === 0 ? "no decimals" : `at most ${decimals} decimals`;
    throw invalidField("amount", `must be above zero with ${places}, such as ${example(decimals)}`);
  }
  return { kind, currency, value: scaled / ratio.denominator, provider };
}

const example = (decimals: number) => (decimals === 0 ? "1000" : `1000.${"0".repeat(decimals)}`);

export const settingsMutations = {
  "settings.rename": rename,
  "settings.setDataCollection": setDataCollection,
};
