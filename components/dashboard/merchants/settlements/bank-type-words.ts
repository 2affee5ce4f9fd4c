import type { BankType } from "#lib/core/bank-account.ts";

/** Labels of the bank account types, in display order. */
export const bankTypeWords: Readonly<Record<BankType, string>> = {
  iban: "IBAN",
  us_account: "US account",
  other: "Other account",
};
