import { hash, randomBytes } from "node:crypto";
import { Secret } from "otpauth";

const codeCount = 10;
const codeBytes = 10;

/** Creates ten codes of 80 random bits, each valid once instead of a code from the app: `ABCD-EFGH-IJKL-MNOP`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: codeCount }, () => {
    const { base32 } = new Secret({ buffer: new Uint8Array(randomBytes(codeBytes)).buffer });
    return (base32.match(/.{4}/g) ?? []).join("-");
  });
}

/** The stored SHA-256 of a code, in hexadecimal; letter case and dashes of the code don't matter. */
export function hashRecoveryCode(code: string): string {
  return hash("sha256", code.toUpperCase().replaceAll(/[^A-Z2-7]/g, ""), "hex");
}
