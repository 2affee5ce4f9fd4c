import type { Caip10 } from "#lib/core/caip.ts";
import { TillError } from "#lib/core/errors.ts";
import { screening } from "#lib/domain/payments/screening/configured-screening.ts";
import type { Verdict } from "#lib/domain/payments/screening/screening.ts";

/** Screens an account. Never call it inside a transaction. @throws TillError `bad_gateway` when the screening fails. */
export async function screenAccount(account: Caip10): Promise<Verdict> {
  try {
    return await screening().screen(account);
  } catch (error) {
    throw new TillError("bad_gateway", {
      message: "Screening is unavailable, so the account could not be checked. Try again.",
      cause: error,
    });
  }
}
