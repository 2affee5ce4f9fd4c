/** How an account at a bank is written; what stands in a record as `bankType`. */
export const bankTypes = ["iban", "us_account", "other"] as const;
export type BankType = (typeof bankTypes)[number];

/** A number of an account without the spaces and dashes that people write it with, in capital letters. */
function plainAccount(text: string): string {
  return text.replace(/[\s-]/g, "").toUpperCase();
}

/** True for an IBAN with right check digits (ISO 13616: rotated by four, letters from A = 10, modulo 97 is 1). */
function isIban(account: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(account)) return false;
  const rotated = account.slice(4) + account.slice(0, 4);
  const digits = rotated.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(digits) % 97n === 1n;
}

const isWritten: Readonly<Record<BankType, (account: string) => boolean>> = {
  iban: isIban,
  us_account: (account) => /^\d{4,17}$/.test(account),
  other: (account) => /^[A-Z0-9]{4,34}$/.test(account),
};

/** The last four characters of an account's number, which are all that is kept of it; null when it is none of that type. */
export function accountEnding(type: BankType, text: string): string | null {
  const account = plainAccount(text);
  return isWritten[type](account) ? account.slice(-4) : null;
}
