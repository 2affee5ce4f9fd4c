import { z } from "zod";
import { TillError } from "#lib/core/errors.ts";
import type { Locale } from "#lib/core/locales.ts";
import { email, name, password, token } from "#lib/dashboard/rpc/fields.ts";
import type { Json } from "#lib/dashboard/rpc/procedure.ts";
import { attemptLimits, spend } from "#lib/dashboard/sign-in/attempt-limits.ts";
import { isEmailConfigured } from "#lib/domain/partners/email-links/is-email-configured.ts";
import { openLink } from "#lib/domain/partners/email-links/open-link.ts";
import type { EmailLinkPurpose } from "#lib/domain/partners/email-links/repository.ts";
import { requestLink } from "#lib/domain/partners/email-links/request-link.ts";
import { acceptInvitation, openInvitation } from "#lib/domain/partners/invitations/accept-invitation.ts";
import { requestPasskey } from "#lib/domain/partners/users/passkeys/use-passkey.ts";
import { resetPassword } from "#lib/domain/partners/users/reset-password.ts";
import { signUp } from "#lib/domain/partners/users/sign-up.ts";
import { env } from "#lib/env/env.ts";

/** A mutation that needs no session. `address` is the client's, in the form that limits count it, and `locale` its language. */
type PublicMutation<Input extends z.ZodType = z.ZodType, Output extends Json = Json> = {
  input: Input;
  resolve(input: z.output<Input>, address: string, locale?: Locale | null): Promise<Output>;
};

function definePublicMutation<Input extends z.ZodType, Output extends Json>(mutation: PublicMutation<Input, Output>) {
  return mutation;
}

/** Refuses new partners while sign-up is closed, those with a link from before included. @throws TillError `forbidden`. */
function requireOpenSignUp(): void {
  if (env().SIGN_UP === "open") return;
  const message = "Sign-up is by invitation only. Ask your company or the operator to invite you.";
  throw new TillError("forbidden", { message });
}

/** Responds and behaves the same whether or not the email has an account. */
const requestSignUp = definePublicMutation({
  input: z.strictObject({ email }),
  async resolve({ email: to }, address, locale) {
    requireOpenSignUp();
    return requestEmailLink("sign_up", to, { address, locale });
  },
});

const requestReset = definePublicMutation({
  input: z.strictObject({ email }),
  resolve: ({ email: to }, address, locale) => requestEmailLink("password_reset", to, { address, locale }),
});

const openSignUp = definePublicMutation({
  input: z.strictObject({ token }),
  resolve: async ({ token: secret }, address) => {
    requireOpenSignUp();
    return limitLink(address, () => openLink("sign_up", secret));
  },
});

const completeSignUp = definePublicMutation({
  input: z.strictObject({ token, partnerName: name, name, password }),
  resolve: async (input, address) => {
    requireOpenSignUp();
    return limitLink(address, () => signUp(input));
  },
});

const openReset = definePublicMutation({
  input: z.strictObject({ token }),
  resolve: ({ token: secret }, address) => limitLink(address, () => openLink("password_reset", secret)),
});

const completeReset = definePublicMutation({
  input: z.strictObject({ token, password }),
  resolve: (input, address) => limitLink(address, () => resetPassword(input.token, input.password)),
});

const viewInvitation = definePublicMutation({
  input: z.strictObject({ token }),
  resolve: ({ token: secret }, address) =>
    limitLink(address, async () => {
      const { email: to, role, partnerName, hasAccount } = await openInvitation(secret);
      return { email: to, role, partnerName, hasAccount };
    }),
});

const joinByInvitation = definePublicMutation({
  input: z.strictObject({ token, name, password }),
  resolve: (input, address) => limitLink(address, () => acceptInvitation(input)),
});

/** Requests any passkey of this site to sign in with. Stores nothing, and depends on no email. */
const beginPasskeySignIn = definePublicMutation({
  input: z.strictObject({}),
  resolve: async () => requestPasskey({ purpose: "sign_in", sessionId: null }),
});

/** Every mutation of the pages for visitors, by name. */
export const publicMutations = {
  "signIn.beginPasskey": beginPasskeySignIn,
  "signUp.request": requestSignUp,
  "signUp.open": openSignUp,
  "signUp.complete": completeSignUp,
  "reset.request": requestReset,
  "reset.open": openReset,
  "reset.complete": completeReset,
  "invitation.open": viewInvitation,
  "invitation.accept": joinByInvitation,
};

async function requestEmailLink(
  purpose: EmailLinkPurpose,
  to: string,
  { address, locale }: { address: string; locale: Locale | null | undefined },
): Promise<Record<string, never>> {
  if (!isEmailConfigured()) {
    throw new TillError("forbidden", { message: "This service doesn't send email. Ask the operator for a link." });
  }
  await spend(attemptLimits().mailFrom, address);
  await spend(attemptLimits().mailTo, `${purpose} ${to}`);
  await requestLink(purpose, to, locale ?? null);
  return {};
}

/** Limits attempts per client address: each one may hash a password, even though a link's secret can't be guessed. */
async function limitLink<T>(address: string, use: () => Promise<T>): Promise<T> {
  await spend(attemptLimits().link, address);
  return use();
}
