import { hash, verify } from "@node-rs/argon2";

/** The message on a password field that doesn't match the current password. */
export const wrongPassword = "is incorrect";

/** OWASP's recommendation for Argon2id, the library's default: 19 MiB, two passes, parallelism 1. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes a password with Argon2id and a random salt, as a PHC string. Takes about 20 ms of a worker thread. */
export function hashPassword(password: string): Promise<string> {
  return hash(normalized(password), cost);
}

/** Keyboards encode characters such as é differently; NFKC makes them equal (NIST SP 800-63B, 3.1.1.2). */
function normalized(password: string): string {
  return password.normalize("NFKC");
}

let decoy: Promise<string> | undefined;

/**
 * True when a password matches the hash. Without a hash (no such user, or a user without a password) it takes the same
 * time and returns false, so that response times don't reveal which emails have an account.
 */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  decoy ??= hashPassword("the password of no user");
  const isRight = await verify(passwordHash ?? (await decoy), normalized(password));
  return isRight && passwordHash !== null;
}
