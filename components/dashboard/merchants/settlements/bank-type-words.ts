import type { BankType } from "#lib/core/bank-account.ts";

/** What the dashboard calls kinds of accounts, in the order in which they are offered. */
export const bankTypeWords: Readonly<Record<BankType, string>> = {
  iban: "IBAN",
  us_account: "US account",
  other: "Other account",
};
