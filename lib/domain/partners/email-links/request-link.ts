import { database } from "#lib/db/pool.ts";
import type { EmailLinkPurpose } from "#lib/domain/partners/email-links/repository.ts";
import { enqueue } from "#lib/queue/enqueue.ts";

/**
 * Has a link sent to an address, or what else there is to say to it. Does the same whoever has an account here, so that
 * neither the answer nor its time tells: whose address it is, the worker finds out.
 */
export async function requestLink(purpose: EmailLinkPurpose, email: string): Promise<void> {
  const address = email.toLowerCase();
  await enqueue(database, "send_mail", { kind: purpose, email: address }, `mail:${purpose}:${address}`);
}
