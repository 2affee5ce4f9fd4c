import { isEmailConfigured } from "#lib/domain/partners/email-links/is-email-configured.ts";
import { env } from "#lib/env/env.ts";

/** Whether visitors can sign up, and if not, why. */
export function signUpState(): "open" | "closed" | "no_mail" {
  if (env().SIGN_UP === "closed") return "closed";
  return isEmailConfigured() ? "open" : "no_mail";
}
