import { z } from "zod";
import { TillError } from "#lib/core/errors.ts";
import type { Json } from "#lib/dashboard/define.ts";
import { email, name, password, token } from "#lib/dashboard/entry/fields.ts";
import { entryLimits, spend } from "#lib/dashboard/entry/limits.ts";
import { isEmailConfigured } from "#lib/domain/partners/email-links/is-email-configured.ts";
import { openLink } from "#lib/domain/partners/email-links/open-link.ts";
import type { EmailLinkPurpose } from "#lib/domain/partners/email-links/repository.ts";
import { requestLink } from "#lib/domain/partners/email-links/request-link.ts";
import { acceptInvitation, openInvitation } from "#lib/domain/partners/invitations/accept-invitation.ts";
import { resetPassword } from "#lib/domain/partners/users/reset-password.ts";
import { signUp } from "#lib/domain/partners/users/sign-up.ts";
import { env } from "#lib/env/env.ts";

/** What somebody may do who is not signed in. `address` is theirs, as it is counted. */
type VisitorAction<Input extends z.ZodType = z.ZodType, Output extends Json = Json> = {
  input: Input;
  run(input: z.output<Input>, address: string): Promise<Output>;
};

function define<Input extends z.ZodType, Output extends Json>(action: VisitorAction<Input, Output>) {
  return action;
}

/** Answers the same whoever has an account, and does the same. */
const requestSignUp = define({
  input: z.strictObject({ email }),
  async run({ email: to }, address) {
    if (env().SIGN_UP === "closed")
      throw new TillError("forbidden", { message: "This installation is by invitation." });
    return askForLink("sign_up", to, address);
  },
});

const requestReset = define({
  input: z.strictObject({ email }),
  run: ({ email: to }, address) => askForLink("password_reset", to, address),
});

const openSignUp = define({
  input: z.strictObject({ token }),
  run: ({ token: secret }, address) => limitLink(address, () => openLink("sign_up", secret)),
});

const completeSignUp = define({
  input: z.strictObject({ token, partnerName: name, name, password }),
  run: (input, address) => limitLink(address, () => signUp(input)),
});

const openReset = define({
  input: z.strictObject({ token }),
  run: ({ token: secret }, address) => limitLink(address, () => openLink("password_reset", secret)),
});

const completeReset = define({
  input: z.strictObject({ token, password }),
  run: (input, address) => limitLink(address, () => resetPassword(input.token, input.password)),
});

const openInvited = define({
  input: z.strictObject({ token }),
  run: ({ token: secret }, address) =>
    limitLink(address, async () => {
      const { email: to, role, partnerName, hasAccount } = await openInvitation(secret);
      return { email: to, role, partnerName, hasAccount };
    }),
});

const accept = define({
  input: z.strictObject({ token, name, password }),
  run: (input, address) => limitLink(address, () => acceptInvitation(input)),
});

/** Everything that pages for visitors do, by name. */
export const visitorActions = {
  "signUp.request": requestSignUp,
  "signUp.open": openSignUp,
  "signUp.complete": completeSignUp,
  "reset.request": requestReset,
  "reset.open": openReset,
  "reset.complete": completeReset,
  "invitation.open": openInvited,
  "invitation.accept": accept,
};

async function askForLink(purpose: EmailLinkPurpose, to: string, address: string): Promise<Record<string, never>> {
  if (!isEmailConfigured()) throw new TillError("forbidden", { message: "This installation sends no mail." });
  await spend(entryLimits().mailFrom, address);
  await spend(entryLimits().mailTo, `${purpose} ${to}`);
  await requestLink(purpose, to);
  return {};
}

/** Hashing a password costs; guessing a link's secret is of no use, but is not for nothing either. */
async function limitLink<T>(address: string, use: () => Promise<T>): Promise<T> {
  await spend(entryLimits().link, address);
  return use();
}
