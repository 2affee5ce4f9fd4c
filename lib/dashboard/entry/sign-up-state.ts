import { sendsMail } from "#lib/domain/partners/email-links/sends-mail.ts";
import { env } from "#lib/env/env.ts";

/** Whether strangers may sign up here, and why not. */
export function signUpState(): "open" | "closed" | "no_mail" {
  if (env().SIGN_UP === "closed") return "closed";
  return sendsMail() ? "open" : "no_mail";
}
