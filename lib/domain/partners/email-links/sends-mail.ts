import { env } from "#lib/env/env.ts";

/** True when messages reach people from this installation; where not, the operator hands out links. */
export function sendsMail(): boolean {
  const { SMTP_URL, MAIL_TO_CONSOLE } = env();
  return SMTP_URL !== undefined || MAIL_TO_CONSOLE;
}
