/** The formats of bank account numbers; the values of `bankType`. */
export const bankTypes = ["iban", "us_account", "other"] as const;
export type BankType = (typeof bankTypes)[number];

/** Removes spaces and dashes from an account number and converts it to upper case. */
function normalizeAccount(text: string): string {
  return text.replace(/[\s-]/g, "").toUpperCase();
}

/** True for an IBAN with correct check digits (ISO 13616: rotated by four, letters from A = 10, modulo 97 is 1). */
function isIban(account: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(account)) return false;
  const rotated = account.slice(4) + account.slice(0, 4);
  const digits = rotated.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(digits) % 97n === 1n;
}

const isValid: Readonly<Record<BankType, (account: string) => boolean>> = {
  iban: isIban,
  us_account: (account) => /^\d{4,17}$/.test(account),
  other: (account) => /^[A-Z0-9]{4,34}$/.test(account),
};

/** Returns the last four characters of an account number, the only part that is stored; null when it isn't valid for its type. */
export function accountEnding(type: BankType, text: string): string | null {
  const account = normalizeAccount(text);
  return isValid[type](account) ? account.slice(-4) : null;
}
