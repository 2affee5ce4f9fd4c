import { clock } from "#lib/core/clock.ts";
import { database } from "#lib/db/pool.ts";
import { readNotices } from "#lib/domain/notifications/read-notices.ts";
import { issueLink } from "#lib/domain/partners/email-links/issue-link.ts";
import { issueInvitation } from "#lib/domain/partners/invitations/issue-invitation.ts";
import { hasAccount } from "#lib/domain/partners/users/has-account.ts";
import { readReceipt } from "#lib/domain/payments/receipts/read-receipt.ts";
import { markReceiptSent } from "#lib/domain/payments/receipts/repository.ts";
import { env } from "#lib/env/env.ts";
import { deliver } from "#lib/jobs/mail/deliver.ts";
import * as messages from "#lib/jobs/mail/messages.ts";
import { receiptMessage } from "#lib/jobs/mail/receipt-message.ts";
import type { JobPayload } from "#lib/queue/enqueue.ts";

type Payload = JobPayload<"send_mail">;
type Letter = { to: string; message: messages.Message };

/**
 * Writes and sends an email. The secret of its link is created here and stored only as a hash, so that neither the
 * queue nor the database holds it; a retried job creates another. Emails that are no longer relevant aren't sent.
 * @throws Error when the mail server rejects it.
 */
export async function sendMail(payload: Payload): Promise<void> {
  const letter = await writeLetter(payload);
  if (letter === null) return;
  if (payload.kind !== "receipt") return deliver(letter.to, letter.message);
  await deliver(letter.to, letter.message).catch(hideRecipient);
  await markReceiptSent(database, payload.receiptId, clock.now());
}

/** Mail servers repeat the address in their refusals, and the queue stores and logs an error's message. */
function hideRecipient(error: { code?: string; responseCode?: number }): never {
  throw new Error(
    `a receipt wasn't sent: ${[error.code, error.responseCode].filter(Boolean).join(" ") || "unknown error"}`,
  );
}

async function writeLetter(payload: Payload): Promise<Letter | null> {
  if (payload.kind === "invitation") {
    const invitation = await issueInvitation(payload.invitationId);
    return invitation === null ? null : { to: invitation.email, message: messages.invitationMessage(invitation) };
  }
  if (payload.kind === "destinations_changed") {
    return { to: payload.email, message: messages.destinationsChangedMessage(payload, env().PUBLIC_URL) };
  }
  if (payload.kind === "webhook_disabled") {
    return { to: payload.email, message: messages.webhookDisabledMessage(payload, env().PUBLIC_URL) };
  }
  if (payload.kind === "second_factor_rule") {
    return { to: payload.email, message: messages.secondFactorRuleMessage(payload, env().PUBLIC_URL) };
  }
  if (payload.kind === "passkey_changed") {
    return { to: payload.email, message: messages.passkeyChangedMessage(payload, env().PUBLIC_URL) };
  }
  if (payload.kind === "access_changed") {
    return { to: payload.email, message: messages.accessChangedMessage(payload, env().PUBLIC_URL) };
  }
  if (payload.kind === "receipt") {
    const receipt = await readReceipt(payload.receiptId);
    return receipt === null ? null : { to: receipt.email, message: receiptMessage(receipt) };
  }
  if (payload.kind === "notifications") return writeNotifications(payload);
  const { kind, email } = payload;
  const isKnown = await hasAccount(email);
  if (kind === "sign_up" && isKnown) return { to: email, message: messages.accountExistsMessage(env().PUBLIC_URL) };
  // A password reset for an unknown email sends nothing.
  if (kind === "password_reset" && !isKnown) return null;
  const link = await issueLink(kind, email);
  return { to: email, message: kind === "sign_up" ? messages.signUpMessage(link) : messages.resetMessage(link) };
}

/** Members who have lost their access since, or the right to see some of the events, aren't notified of them. */
async function writeNotifications(payload: Extract<Payload, { kind: "notifications" }>): Promise<Letter | null> {
  const found = await readNotices(payload);
  if (found === null) return null;
  const { email, partnerName, notices } = found;
  const total = payload.total - payload.eventIds.length + notices.length;
  const facts = { partnerName, notices, total, isDaily: payload.isDaily };
  return { to: email, message: messages.notificationsMessage(facts, env().PUBLIC_URL) };
}
