import { isEmailConfigured } from "#lib/domain/partners/email-links/is-email-configured.ts";
import { env } from "#lib/env/env.ts";

/** Whether strangers may sign up here, and why not. */
export function signUpState(): "open" | "closed" | "no_mail" {
  if (env().SIGN_UP === "closed") return "closed";
  return isEmailConfigured() ? "open" : "no_mail";
}
