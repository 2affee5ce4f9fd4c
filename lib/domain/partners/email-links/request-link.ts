import type { Locale } from "#lib/core/locales.ts";
import { database } from "#lib/db/pool.ts";
import type { EmailLinkPurpose } from "#lib/domain/partners/email-links/repository.ts";
import { enqueue } from "#lib/queue/enqueue.ts";

/**
 * Queues an email with a link, or with the reason why there is none. It does the same work for every address, so that
 * neither the answer nor its timing reveals which emails have an account; the worker looks that up.
 */
export async function requestLink(
  purpose: EmailLinkPurpose,
  email: string,
  locale: Locale | null = null,
): Promise<void> {
  const address = email.toLowerCase();
  await enqueue(
    database,
    "send_mail",
    { kind: purpose, email: address, ...(locale !== null && { locale }) },
    `mail:${purpose}:${address}`,
  );
}
