import { invalidField } from "#lib/core/errors.ts";

const fewestCharacters = 10;
const mostCharacters = 128;

/** Of the commonest passwords in leaks, those which are long enough to pass the first rule. */
const commonest = new Set(
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

/** What a password may not simply repeat. */
export type PasswordContext = { email: string; names: readonly string[] };

/**
 * Says what is wrong with a new password; null for one that may be used. Its length counts, not what it is made of
 * (NIST SP 800-63B, 3.1.1.2).
 * @param context whose password it is: neither the address, nor its first part, nor one of the names is taken.
 */
export function passwordFault(password: string, { email, names }: PasswordContext): string | null {
  const { length } = Array.from(password);
  if (length < fewestCharacters) return `must have ${fewestCharacters} characters or more`;
  if (length > mostCharacters) return `must have ${mostCharacters} characters or fewer`;
  const plain = fold(password);
  if ([email, email.split("@")[0] ?? "", ...names].some((name) => name !== "" && fold(name) === plain)) {
    return "must not be your name or address";
  }
  return commonest.has(plain) || new Set(plain).size <= 2 ? "is one of those that are guessed first" : null;
}

/** @throws TillError `params_validation` on `field` for a password that may not be used. */
export function requireGoodPassword(password: string, context: PasswordContext, field = "password"): void {
  const fault = passwordFault(password, context);
  if (fault !== null) throw invalidField(field, fault);
}

function fold(text: string): string {
  return text.normalize("NFKC").toLowerCase().replaceAll(/\s/g, "");
}
