import { z } from "zod";
import { bankTypes } from "#lib/core/bank-account.ts";
import { findCurrentCurrency } from "#lib/core/currencies.ts";
import type { Id } from "#lib/core/ids.ts";
import { visibleText, visibleTextRule } from "#lib/core/visible-text.ts";

/**
 * A fiat destination as entered in the dashboard. The form checks the whole account number
 * (lib/core/bank-account.ts) in the browser and sends its last four characters only.
 */
export const fiatDestination = z.strictObject({
  bankType: z.enum(bankTypes),
  currency: z
    .string()
    .refine((code) => findCurrentCurrency(code) !== null, "must be a current ISO 4217 currency such as EUR"),
  holderName: z.string().trim().max(140).regex(visibleText, visibleTextRule),
  accountEnding: z.string().regex(/^[0-9A-Z]{4}$/, "must be the last four characters of the account"),
  /** `inactive`: kept, but not in use. */
  status: z.enum(["active", "inactive"]),
});
export type FiatDestination = z.output<typeof fiatDestination>;

/** A stored fiat destination. */
export type StoredFiatDestination = {
  id: Id<"fiat">;
  bankType: string;
  currency: string;
  holderName: string;
  accountEnding: string;
  status: string;
};
