import { z } from "zod";
import { findCurrentCurrency } from "#lib/core/currencies.ts";
import { invalidField } from "#lib/core/errors.ts";
import { readAmount } from "#lib/dashboard/read-amount.ts";
import { defineMutation } from "#lib/dashboard/rpc/procedure.ts";
import { renamePartner } from "#lib/domain/partners/rename-partner.ts";
import { setBuyerDataPolicy } from "#lib/domain/payments/buyer-data/set-buyer-data-policy.ts";
import { rateSource } from "#lib/domain/payments/rates/configured-rate-source.ts";

const rename = defineMutation({
  right: "settings:write",
  isOfCompany: true,
  changesCheckout: false,
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
  changesCheckout: true,
  needsProof: true,
  input: policy,
  async resolve({ scope }, chosen) {
    await setBuyerDataPolicy(scope, chosen.kind === "from" ? withValue(chosen) : chosen, rateSource());
    return {};
  },
});

function withValue({ kind, currency, amount, provider }: Extract<z.output<typeof policy>, { kind: "from" }>) {
  const found = findCurrentCurrency(currency);
  if (found === null) throw invalidField("currency", "must be the code of a current ISO 4217 currency");
  return { kind, currency, value: readAmount("amount", amount, { ...found, symbol: currency }), provider };
}

export const settingsMutations = {
  "settings.rename": rename,
  "settings.setDataCollection": setDataCollection,
};
