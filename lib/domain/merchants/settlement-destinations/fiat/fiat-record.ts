import { z } from "zod";
import { bankTypes } from "#lib/core/bank-account.ts";
import { findCurrency } from "#lib/core/currencies.ts";
import { plainText } from "#lib/core/text.ts";

/**
 * A fiat destination as it is entered. Of the account its last four characters are all that is known here: whoever
 * enters it has the whole checked where it is typed (lib/core/bank-account.ts), and sends no more than this.
 */
export const fiatRecord = z.strictObject({
  bankType: z.enum(bankTypes),
  currency: z.string().refine((code) => findCurrency(code) !== null, "must be an ISO 4217 currency such as EUR"),
  holderName: plainText.trim().min(1, "must not be blank").max(140),
  accountEnding: z.string().regex(/^[0-9A-Z]{4}$/, "must be the last four characters of the account"),
  /** In use, or kept and not used. */
  status: z.enum(["active", "inactive"]),
});
export type FiatRecord = z.output<typeof fiatRecord>;

/** A record as it is read; those from before there were holders have none. */
export type StoredFiatRecord = {
  id: string;
  bankType: string;
  currency: string;
  holderName: string | null;
  accountEnding: string | null;
  status: string;
};
