import type { Caip10 } from "#lib/core/caip.ts";

export type Verdict = "accepted" | "declined";

/**
 * Decides whether an account may pay, or receive money. Called at confirm, after the account's signature is
 * verified, again before a collection that has waited, and for settlement destinations; never inside a
 * transaction.
 */
export type Screening = {
  /** @throws any error; a confirm or a destination then fails with `bad_gateway`, and a collection waits. */
  screen(account: Caip10): Promise<Verdict>;
};
