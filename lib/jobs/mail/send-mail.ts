import { clock } from "#lib/core/clock.ts";
import type { Locale } from "#lib/core/locales.ts";
import { database } from "#lib/db/pool.ts";
import { makeThumbnail } from "#lib/domain/merchants/logos/decode-image.ts";
import { findLogo } from "#lib/domain/merchants/logos/find-logo.ts";
import { readNotices } from "#lib/domain/notifications/read-notices.ts";
import { issueLink } from "#lib/domain/partners/email-links/issue-link.ts";
import { issueInvitation } from "#lib/domain/partners/invitations/issue-invitation.ts";
import { findInviterLocale } from "#lib/domain/partners/invitations/repository.ts";
import { hasAccount } from "#lib/domain/partners/users/has-account.ts";
import { findLocale } from "#lib/domain/partners/users/repository.ts";
import { readReceipt } from "#lib/domain/payments/receipts/read-receipt.ts";
import { markReceiptSent } from "#lib/domain/payments/receipts/repository.ts";
import { env } from "#lib/env/env.ts";
import { deliver } from "#lib/jobs/mail/deliver.ts";
import type { Message } from "#lib/jobs/mail/message.ts";
import * as messages from "#lib/jobs/mail/messages.ts";
import { receiptMessage } from "#lib/jobs/mail/receipt-message.ts";
import type { JobPayload } from "#lib/queue/enqueue.ts";

type Payload = JobPayload<"send_mail">;
type Letter = { to: string; message: Message };

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
    if (invitation === null) return null;
    // The language of the person who is invited isn't known yet; colleagues mostly share one.
    const head = letterhead(await findInviterLocale(database, payload.invitationId));
    return { to: invitation.email, message: messages.invitationMessage(invitation, head) };
  }
  if (payload.kind === "receipt") {
    const receipt = await readReceipt(payload.receiptId);
    if (receipt === null) return null;
    return { to: receipt.email, message: receiptMessage(receipt, await readLogo(receipt.logoHash)) };
  }
  if (payload.kind === "notifications") return writeNotifications(payload);
  const known = await findLocale(database, payload.email);
  if (isLink(payload)) {
    return writeLinkLetter(payload, letterhead(known ?? payload.locale ?? null));
  }
  return { to: payload.email, message: describeChange(payload, letterhead(known)) };
}

function letterhead(locale: Locale | null): messages.Letterhead {
  return { locale: locale ?? "en", publicUrl: env().PUBLIC_URL };
}

type LinkPayload = Extract<Payload, { kind: "sign_up" | "password_reset" }>;

function isLink(payload: Payload): payload is LinkPayload {
  return payload.kind === "sign_up" || payload.kind === "password_reset";
}

async function writeLinkLetter({ kind, email }: LinkPayload, head: messages.Letterhead): Promise<Letter | null> {
  const isKnown = await hasAccount(email);
  if (kind === "sign_up" && isKnown) return { to: email, message: messages.accountExistsMessage(head) };
  // A password reset for an unknown email sends nothing.
  if (kind === "password_reset" && !isKnown) return null;
  const link = await issueLink(kind, email);
  return {
    to: email,
    message: kind === "sign_up" ? messages.signUpMessage(link, head) : messages.resetMessage(link, head),
  };
}

type Change = Exclude<Payload, LinkPayload | { kind: "invitation" | "receipt" | "notifications" }>;

function describeChange(change: Change, head: messages.Letterhead): Message {
  switch (change.kind) {
    case "destinations_changed":
      return messages.destinationsChangedMessage(change, head);
    case "webhook_disabled":
      return messages.webhookDisabledMessage(change, head);
    case "second_factor_rule":
      return messages.secondFactorRuleMessage(change, head);
    case "passkey_changed":
      return messages.passkeyChangedMessage(change, head);
    case "access_changed":
      return messages.accessChangedMessage(change, head);
  }
}

/** The edge of the logo in pixels, twice its size on the screen. */
const logoEdge = 96;

/** Reads a merchant's logo as an email shows it: a small PNG, which every mail client knows. */
async function readLogo(hash: string | null): Promise<Buffer | null> {
  const logo = hash === null ? null : await findLogo(hash);
  return logo === null ? null : makeThumbnail(logo.bytes, logoEdge);
}

/** Members who have lost their access since, or the right to see some of the events, aren't notified of them. */
async function writeNotifications(payload: Extract<Payload, { kind: "notifications" }>): Promise<Letter | null> {
  const found = await readNotices(payload);
  if (found === null) return null;
  const { email, partnerName, notices } = found;
  const total = payload.total - payload.eventIds.length + notices.length;
  const facts = { partnerName, notices, total, isDaily: payload.isDaily };
  return { to: email, message: messages.notificationsMessage(facts, letterhead(await findLocale(database, email))) };
}
