import { actAs } from "#lib/core/actor.ts";
import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import { newId } from "#lib/core/ids.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { createPartner } from "#lib/domain/partners/create-partner.ts";
import { consumeLink, openLink } from "#lib/domain/partners/email-links/open-link.ts";
import { hashPassword } from "#lib/domain/partners/users/password.ts";
import { requireGoodPassword } from "#lib/domain/partners/users/password-rules.ts";
import { insertUser } from "#lib/domain/partners/users/repository.ts";
import { env } from "#lib/env/env.ts";

export type SignUp = { token: string; partnerName: string; name: string; password: string };

/**
 * Creates a partner and its owner with the link from a sign-up email, in one transaction. The partner's fees are
 * SIGN_UP_FEE_CENTS and SIGN_UP_FEE_PPM.
 * @throws TillError `not_found` for a link that is used or expired, or an email that has an account by now;
 * `params_validation` for the password.
 */
export async function signUp({ token, partnerName, name, password }: SignUp): Promise<{ email: string }> {
  const { email } = await openLink("sign_up", token);
  requireGoodPassword(password, { email, names: [partnerName, name] });
  const passwordHash = await hashPassword(password);
  const id = newId("usr", clock.now());
  const { SIGN_UP_FEE_CENTS, SIGN_UP_FEE_PPM } = env();
  const fees = { currency: "USD", fixed: BigInt(SIGN_UP_FEE_CENTS), partsPerMillion: SIGN_UP_FEE_PPM };
  await actAs({ kind: "user", id, name: email }, () =>
    inTransaction(async (tx) => {
      await consumeLink(tx, "sign_up", token);
      const partnerId = await createPartner(tx, partnerName, fees);
      const user = { id, partnerId, email, name, passwordHash, role: "owner" as const, now: clock.now() };
      if (!(await insertUser(tx, user))) throw emailTaken();
    }),
  );
  return { email };
}

/** The error for an email that already has an account. Only for users who proved that they can read that inbox. */
export function emailTaken(): TillError {
  return new TillError("not_found", { message: "This email already has an account. Sign in instead." });
}
