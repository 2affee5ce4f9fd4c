import { env } from "#lib/env/env.ts";

/** True when this installation can send email. Without it, the operator passes links on by hand. */
export function isEmailConfigured(): boolean {
  const { SMTP_URL, MAIL_TO_CONSOLE } = env();
  return SMTP_URL !== undefined || MAIL_TO_CONSOLE;
}
