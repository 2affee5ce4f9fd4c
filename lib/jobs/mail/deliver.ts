import { createTransport, type SendMailOptions, type Transporter } from "nodemailer";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { env } from "#lib/env/env.ts";
import { type Message, renderText } from "#lib/jobs/mail/message.ts";
import { logoId, renderHtml } from "#lib/jobs/mail/render-html.ts";

const timeoutsMs = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

const transport = processSingleton("smtp", (): Transporter | null => {
  const { SMTP_URL } = env();
  return SMTP_URL === undefined ? null : createTransport(withTls(SMTP_URL));
});

/** Delivers an email. @throws Error when the mail server rejects it or none is configured. */
export async function deliver(to: string, message: Message): Promise<void> {
  const { MAIL_FROM, MAIL_TO_CONSOLE } = env();
  const { subject } = message;
  const text = renderText(message);
  const smtp = transport();
  // An address object, so that a comma or bracket in the stored email can't add a second recipient.
  if (smtp !== null) {
    const html = renderHtml(message);
    const attachments = attachedLogo(message);
    await smtp.sendMail({ from: MAIL_FROM, to: { name: "", address: to }, subject, text, html, attachments });
  } else if (MAIL_TO_CONSOLE) process.stdout.write(`\nTo ${to}: ${subject}\n\n${text}\n\n`);
  else throw new Error("no mail server is configured");
}

/** Attached, the logo shows without the mail client asking anyone for it, and the sender doesn't learn when the email is read. */
function attachedLogo({ brand }: Message): SendMailOptions["attachments"] {
  if (!brand?.logo) return [];
  return [
    { cid: logoId, filename: "logo.png", content: brand.logo, contentType: "image/png", contentDisposition: "inline" },
  ];
}

/** Requires TLS for remote mail servers unless the operator's URL says otherwise. */
function withTls(address: string): string {
  const url = new URL(address);
  const isHere = ["127.0.0.1", "localhost", "[::1]"].includes(url.hostname);
  if (url.protocol === "smtp:" && !isHere && !url.searchParams.has("requireTLS"))
    url.searchParams.set("requireTLS", "true");
  for (const [name, value] of Object.entries(timeoutsMs)) {
    if (!url.searchParams.has(name)) url.searchParams.set(name, String(value));
  }
  return url.toString();
}
