import type { Caip10 } from "#lib/core/caip.ts";

export type Verdict = "accepted" | "declined";

/**
 * Decides whether money is taken from an account. Asked at confirm, once it is shown that the account itself wants to
 * pay, and never inside a transaction.
 */
export type Screening = {
  /** @throws whatever goes wrong: the confirm is answered with `bad_gateway`, the payment stays open. */
  screen(account: Caip10): Promise<Verdict>;
};
