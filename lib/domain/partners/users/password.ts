import { hash, verify } from "@node-rs/argon2";
import pLimit from "p-limit";
import { TillError } from "#lib/core/errors.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";

/** The message on a password field that doesn't match the current password. */
export const wrongPassword = "is incorrect";

/** OWASP's recommendation for Argon2id, the library's default: 19 MiB, two passes, parallelism 1. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Hashes a password with Argon2id and a random salt, as a PHC string. Takes about 20 ms of a worker thread.
 * @throws TillError `internal_error`, to retry, when too many passwords are waiting to be hashed.
 */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(normalized(password), cost));
}

/** Keyboards encode characters such as é differently; NFKC makes them equal (NIST SP 800-63B, 3.1.1.2). */
function normalized(password: string): string {
  return password.normalize("NFKC");
}

/** Of libuv's four threads, which also resolve names and decode images, so many hash passwords at once. */
const atOnce = 2;
/**
 * About a second's work. A flood of sign-ins is refused beyond it instead of filling memory, and delaying
 * everyone, without end.
 */
const maxWaiting = 100;

const queue = processSingleton("password-hashing", () => pLimit(atOnce));

/**
 * Runs a hash when its turn comes.
 * @throws TillError `internal_error`, to retry, when a hundred are waiting of any users, so that the refusal
 * says nothing about an account.
 */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (queue().pendingCount < maxWaiting) return queue()(work);
  const message = "The service is busy. Try again in a moment.";
  return Promise.reject(new TillError("internal_error", { message, retryAfterSeconds: 2 }));
}

/** Made at first use, outside of the queue: it must not fail for good because the queue was full at that time. */
let decoy: Promise<string> | undefined;

/**
 * True when a password matches the hash. Without a hash (no such user, or a user without a password) it takes the same
 * time and returns false, so that response times don't reveal which emails have an account.
 * @throws TillError `internal_error`, to retry, when too many passwords are waiting to be checked.
 */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  decoy ??= hash("the password of no user", cost);
  const expected = passwordHash ?? (await decoy);
  const isRight = await inTurn(() => verify(expected, normalized(password)));
  return isRight && passwordHash !== null;
}
