import { hash, randomBytes } from "node:crypto";
import { Secret } from "otpauth";

const howMany = 10;
const bytes = 10;

/** Ten codes of 80 random bits, each good once in place of a code from the app: `ABCD-EFGH-IJKL-MNOP`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: howMany }, () => {
    const { base32 } = new Secret({ buffer: new Uint8Array(randomBytes(bytes)).buffer });
    return (base32.match(/.{4}/g) ?? []).join("-");
  });
}

/** What is kept of a code, in hexadecimal; the same for the code in any letter case, with or without its dashes. */
export function hashRecoveryCode(code: string): string {
  return hash("sha256", code.toUpperCase().replaceAll(/[^A-Z2-7]/g, ""), "hex");
}
