import { invalidField } from "#lib/core/errors.ts";

const minCharacters = 10;
const maxCharacters = 128;

/** The most common passwords in leaks, as far as they are long enough to pass the first rule. */
const commonPasswords = new Set(
  `1234567890 0123456789 0987654321 9876543210 1111111111 0000000000 12345678910 123456789a a123456789 1q2w3e4r5t
  qwertyuiop qwerty1234 qwerty12345 qwerty123456 asdfghjkl1 asdfghjkl; 1qaz2wsx3edc zaq12wsxcde3 1234qwerasdf
  q1w2e3r4t5 q1w2e3r4t5y6 qazwsxedcrfv password12 password123 password1234 password12345 passwordpassword
  p@ssw0rd12 p@ssword123 p@ssw0rd123 passw0rd123 mypassword mypassword1 thepassword changeme12 changeme123
  letmein123 letmein1234 welcome123 welcome1234 iloveyou12 iloveyou123 iloveyou1234 administrator admin12345
  admin123456 administrator1 football12 football123 baseball12 basketball superman12 sunshine12 sunshine123
  princess12 princess123 dragon1234 monkey1234 abcdefghij abcdefghijk abcd123456 abc1234567 abc123456789 123456abcd
  1234567890a 12345678900 123123123123 1231231231 1122334455 112233445566 987654321a aaaaaaaaaa qqqqqqqqqq
  123qweasdzxc qweasdzxc123 qwertyuiop123 computer12 michelle12 trustno1234 whatever12 starwars12 testtest12
  test123456 testing123 secret1234 secret12345 correcthorsebatterystaple bitcoin123 ethereum123`.split(/\s+/),
);

/** Values that a password must not merely repeat. */
export type PasswordContext = { email: string; names: readonly string[] };

/**
 * Checks a new password by its length and against common passwords, not by its character classes (NIST SP 800-63B,
 * 3.1.1.2).
 * @param context the user's email and names; the password must not equal one of them or the email's local part.
 * @returns the field message, or null for an acceptable password.
 */
export function findPasswordFault(password: string, { email, names }: PasswordContext): string | null {
  const { length } = Array.from(password);
  if (length < minCharacters) return `must have ${minCharacters} characters or more`;
  if (length > maxCharacters) return `must have ${maxCharacters} characters or fewer`;
  const plain = fold(password);
  if ([email, email.split("@")[0] ?? "", ...names].some((name) => name !== "" && fold(name) === plain)) {
    return "must not be your name or email";
  }
  return commonPasswords.has(plain) || new Set(plain).size <= 2 ? "is too common" : null;
}

/** @throws TillError `params_validation` on `field` for a password that breaks the rules. */
export function requireGoodPassword(password: string, context: PasswordContext, field = "password"): void {
  const fault = findPasswordFault(password, context);
  if (fault !== null) throw invalidField(field, fault);
}

function fold(text: string): string {
  return text.normalize("NFKC").toLowerCase().replaceAll(/\s/g, "");
}
