import type { Caip10 } from "#lib/core/caip.ts";

export type Verdict = "accepted" | "declined";

/**
 * Decides whether an account may pay. Called at confirm, after the account's signature is verified, and never inside a
 * transaction.
 */
export type Screening = {
  /** @throws any error; the confirm then fails with `bad_gateway` and the payment stays open. */
  screen(account: Caip10): Promise<Verdict>;
};
