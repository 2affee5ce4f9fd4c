import { hash, verify } from "@node-rs/argon2";

/** OWASP's recommendation for argon2id: 19 MiB, two passes, one queue; the library's default algorithm is argon2id. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Argon2id of a password, in PHC form, with a salt of its own. Takes about 20 ms of a thread beside. */
export function hashPassword(password: string): Promise<string> {
  return hash(normalized(password), cost);
}

/** Keyboards differ in how they compose an é; a password is the same however it was typed (NIST SP 800-63B, 3.1.1.2). */
function normalized(password: string): string {
  return password.normalize("NFKC");
}

let decoy: Promise<string> | undefined;

/**
 * True when the password is the one that was hashed. Without a hash (no such user, or none with a password) it takes the
 * same time and says no, so that an answer's time does not tell who has an account here.
 */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  decoy ??= hashPassword("nobody's password");
  const isRight = await verify(passwordHash ?? (await decoy), normalized(password));
  return isRight && passwordHash !== null;
}
