import { getChain } from "#lib/chain/chains.ts";
import { findToken } from "#lib/chain/tokens.ts";
import { findCurrency } from "#lib/core/currencies.ts";
import { formatAtomic, type Money } from "#lib/core/money.ts";
import type { Role } from "#lib/core/roles.ts";
import type { Notice } from "#lib/domain/notifications/read-notices.ts";
import { joined, own, type Prose, prose, quoted } from "#lib/jobs/mail/prose.ts";
import type { JobPayload } from "#lib/queue/enqueue.ts";

/** The content of an email; render-message.ts gives it a layout. */
export type Message = {
  subject: Prose;
  paragraphs: readonly Prose[];
  link: { label: string; address: string } | null;
  /** Small print below the link. */
  closing: Prose;
  /** The language of the email; English without one. */
  language?: { tag: string; direction: "ltr" | "rtl" };
};

const notYou = prose`If this wasn't you, you can ignore this email.`;

/** To an email that signs up. */
export function signUpMessage(link: string): Message {
  return {
    subject: prose`Confirm your email`,
    paragraphs: [prose`Confirm your email to create your Till account.`, prose`This link expires in 24 hours.`],
    link: { label: "Create account", address: link },
    closing: notYou,
  };
}

/** To an email that signs up and already has an account. */
export function accountExistsMessage(publicUrl: string): Message {
  return {
    subject: prose`You already have a Till account`,
    paragraphs: [
      prose`You tried to sign up with this email, but it already has a Till account. Sign in instead.`,
      prose`Forgot your password? Set a new one at ${own(publicUrl)}/reset`,
    ],
    link: { label: "Sign in", address: `${publicUrl}/sign-in` },
    closing: notYou,
  };
}

/** To a user who forgot their password. */
export function resetMessage(link: string): Message {
  return {
    subject: prose`Reset your Till password`,
    paragraphs: [prose`Set a new password for your Till account.`, prose`This link expires in 1 hour.`],
    link: { label: "Set a new password", address: link },
    closing: notYou,
  };
}

type Invitation = { partnerName: string; role: Role; link: string };

/** To the email that a partner invites. */
export function invitationMessage({ partnerName, role, link }: Invitation): Message {
  const partner = quoted(partnerName);
  return {
    subject: prose`Join ${partner} on Till`,
    paragraphs: [
      prose`${partner} invited you to join them on Till as ${articleOf(role)} ${role}.`,
      prose`This invitation expires in 7 days.`,
    ],
    link: { label: "Accept invitation", address: link },
    closing: prose`If you weren't expecting this invitation, you can ignore this email.`,
  };
}

type DestinationsChanged = Extract<JobPayload<"send_mail">, { kind: "destinations_changed" }>;

/** To an owner of a partner whose merchant's money goes elsewhere from now on, or from a later time. */
export function destinationsChangedMessage(facts: DestinationsChanged, publicUrl: string): Message {
  const { merchantId, merchantName, changes, by, at, takesEffectAt } = facts;
  const did = takesEffectAt === null ? "changed" : "requested a change to";
  const destinations = prose`${quoted(merchantName)}'s settlement destination${changes.length === 1 ? "" : "s"}`;
  return {
    subject:
      takesEffectAt === null
        ? prose`A settlement destination was changed`
        : prose`A settlement destination will change`,
    paragraphs: [
      prose`${actorOf(by)} ${did} ${destinations} at ${utc(at)}.`,
      ...changes.map(describeDestinationChange),
      ...(takesEffectAt === null
        ? [prose`This applies to payments that buyers confirm from now on.`]
        : [prose`It takes effect at ${utc(takesEffectAt)}. Until then you can revoke it on the merchant's page.`]),
    ],
    link: { label: "Open merchant", address: `${publicUrl}/dashboard/merchants/${merchantId}` },
    closing: prose`If you don't know about this change, revoke or undo it now, and change the password of the account named above.`,
  };
}

type WebhookDisabled = Extract<JobPayload<"send_mail">, { kind: "webhook_disabled" }>;

/** To an owner of a partner whose webhook endpoint the service has disabled. */
export function webhookDisabledMessage({ url, reason, at }: WebhookDisabled, publicUrl: string): Message {
  return {
    subject: prose`A webhook endpoint was disabled`,
    paragraphs: [
      prose`Till stopped sending webhooks to ${quoted(url)} at ${utc(at)}.`,
      quoted(reason),
      prose`Fix the endpoint and enable it again. Then replay the events it missed. They're kept for 90 days.`,
    ],
    link: { label: "Open webhooks", address: `${publicUrl}/dashboard/developers/webhooks` },
    closing: prose`You're receiving this email because you are an owner of the account.`,
  };
}

type SecondFactorRule = Extract<JobPayload<"send_mail">, { kind: "second_factor_rule" }>;

/** To an owner of a partner whose members need a second factor from now on, or no longer. */
export function secondFactorRuleMessage(facts: SecondFactorRule, publicUrl: string): Message {
  const { partnerName, isRequired, by, at } = facts;
  const actor = actorOf(by);
  return {
    subject: prose`Two-factor authentication is ${isRequired ? "now" : "no longer"} required`,
    paragraphs: [
      prose`${actor} made two-factor authentication ${isRequired ? "mandatory" : "optional"} for all members of ${quoted(partnerName)} at ${utc(at)}.`,
      isRequired
        ? prose`Members who sign in with a password have to set it up before they can continue. API keys aren't affected.`
        : prose`Members can turn it off for their own account.`,
    ],
    link: { label: "Open members", address: `${publicUrl}/dashboard/settings/members` },
    closing: prose`If you don't know about this change, undo it now, and change the password of the account named above.`,
  };
}

type PasskeyChanged = Extract<JobPayload<"send_mail">, { kind: "passkey_changed" }>;

/** To a member whose account has one more passkey, or one less. */
export function passkeyChangedMessage({ name, isAdded, at }: PasskeyChanged, publicUrl: string): Message {
  const change = isAdded ? "added to" : "removed from";
  return {
    subject: prose`A passkey was ${change} your account`,
    paragraphs: [
      prose`The passkey ${quoted(name)} was ${change} your Till account at ${utc(at)}.`,
      isAdded
        ? prose`It signs you in without a password or code. You were signed out everywhere else.`
        : prose`It no longer signs you in. Browsers that were signed in with it have been signed out.`,
    ],
    link: { label: "Open your account", address: `${publicUrl}/dashboard/account` },
    closing: isAdded
      ? prose`If this wasn't you, remove the passkey now and change your password.`
      : prose`If this wasn't you, change your password now.`,
  };
}

type AccessChanged = Extract<JobPayload<"send_mail">, { kind: "access_changed" }>;

/** The words for each change of access: a subject, and a sentence without its actor. */
const accessChanges: Record<AccessChanged["change"], { subject: Prose; did: (member: Prose, role: Prose) => Prose }> = {
  invited: { subject: prose`A member was invited`, did: (member, role) => prose`invited ${member} as ${role}` },
  role_changed: { subject: prose`A member's role was changed`, did: (member, role) => prose`made ${member} ${role}` },
  removed: { subject: prose`A member was removed`, did: (member) => prose`removed ${member} from the account` },
  authenticator_added: {
    subject: prose`Two-factor authentication was turned on`,
    did: (member) => prose`turned on two-factor authentication for ${member}`,
  },
  authenticator_removed: {
    subject: prose`Two-factor authentication was turned off`,
    did: (member) => prose`turned off two-factor authentication for ${member}`,
  },
  recovery_codes_renewed: {
    subject: prose`Recovery codes were replaced`,
    did: (member) => prose`replaced the recovery codes of ${member}`,
  },
  passkey_added: { subject: prose`A member added a passkey`, did: (member) => prose`added a passkey for ${member}` },
  passkey_removed: {
    subject: prose`A member removed a passkey`,
    did: (member) => prose`removed a passkey of ${member}`,
  },
};

/** To an owner of a partner, about a change of who may sign in or of how; of their own second factor also to the member. */
export function accessChangedMessage(facts: AccessChanged, publicUrl: string): Message {
  const { email, partnerName, member, change, role, by, at, left } = facts;
  const { subject, did } = accessChanges[change];
  const isOwn = email === member && by === member;
  const actor = actorOf(by);
  const sentence = did(quoted(member), role === null ? prose`` : prose`${articleOf(role)} ${role}`);
  return {
    subject,
    paragraphs: [
      prose`${actor} ${sentence} at ${utc(at)}.`,
      ...(left === undefined ? [] : [describeLeft(left, quoted(member))]),
      prose`Account: ${quoted(partnerName)}`,
    ],
    link: isOwn
      ? { label: "Open your account", address: `${publicUrl}/dashboard/account` }
      : { label: "Open members", address: `${publicUrl}/dashboard/settings/members` },
    closing: isOwn
      ? prose`If this wasn't you, change your password now.`
      : prose`If you don't know about this change, undo it now, and change the password of the account named above.`,
  };
}

/** Grants that a member has set up and that still work, for an owner to check. */
function describeLeft(
  { keys, endpoints, apps, origins, members }: NonNullable<AccessChanged["left"]>,
  member: Prose,
): Prose {
  const parts = [
    countOf(keys, "API key"),
    countOf(endpoints, "webhook endpoint"),
    countOf(apps, "app"),
    countOf(origins, "site that may embed the checkout", "sites that may embed the checkout"),
    countOf(members, "member who joined by their invitation", "members who joined by their invitation"),
  ].filter((part) => part !== null);
  return prose`${member} set up access that still works: ${joined(parts, ", ")}. Revoke what you don't recognize.`;
}

function countOf(count: number, one: string, many = `${one}s`): Prose | null {
  return count === 0 ? null : own(`${count} ${count === 1 ? one : many}`);
}

function actorOf(by: string | null): Prose {
  return by === null ? prose`The service` : quoted(by);
}

function articleOf(role: Role): "a" | "an" {
  return role === "owner" || role === "admin" ? "an" : "a";
}

type Notifications = { partnerName: string; notices: readonly Notice[]; total: number; isDaily: boolean };

/** To a member, about events that the member wants to be notified of. `notices` are the first of `total`. */
export function notificationsMessage(
  { partnerName, notices, total, isDaily }: Notifications,
  publicUrl: string,
): Message {
  const [first] = notices;
  const more = total - notices.length;
  const only = total === 1 ? first : undefined;
  const about = prose`${total === 1 ? "1 event" : prose`${total} events`} at ${quoted(partnerName)}`;
  const subject = only === undefined ? about : titleOf(only);
  return {
    subject: isDaily ? prose`Daily summary: ${about}` : subject,
    paragraphs: [...notices.map(describeNotice), ...(more > 0 ? [prose`And ${more} more.`] : [])],
    link: { label: "Open dashboard", address: `${publicUrl}${only === undefined ? "/dashboard" : pathOf(only)}` },
    closing: prose`You're receiving this email because of your notification settings. Change them at ${own(publicUrl)}/dashboard/account.`,
  };
}

const noticeTitles: Record<Notice["type"], Prose> = {
  "api_key.created": prose`An API key was created`,
  "settlement_destination.changed": prose`A settlement destination was changed`,
  "webhook_endpoint.disabled": prose`A webhook endpoint was disabled`,
  "payout.failed": prose`A payout failed`,
  "payout.held": prose`A payout is held`,
  "refund.failed": prose`A refund failed`,
  "refund.succeeded": prose`A refund succeeded`,
  "payment.succeeded": prose`A payment succeeded`,
};

const destinationTitles: Partial<Record<NonNullable<Notice["change"]>, Prose>> = {
  added: prose`A settlement destination was added`,
  removed: prose`A settlement destination was removed`,
  pending: prose`A settlement destination will change`,
  revoked: prose`A pending settlement destination was revoked`,
};

function titleOf({ type, change }: Notice): Prose {
  return (change === null ? undefined : destinationTitles[change]) ?? noticeTitles[type];
}

function describeNotice(notice: Notice): Prose {
  const { at, name, amount, merchant, paymentId } = notice;
  const facts = [
    ...(name === null ? [] : [quoted(name)]),
    ...(amount === null ? [] : [formatMoney(amount)]),
    ...(merchant === null ? [] : [quoted(merchant.name)]),
    ...(paymentId === null ? [] : [prose`${paymentId}`]),
    utc(at.toISOString()),
  ];
  return prose`${titleOf(notice)}: ${joined(facts, ", ")}`;
}

function pathOf({ type, paymentId, merchant }: Notice): string {
  if (paymentId !== null) return `/dashboard/payments/${paymentId}`;
  if (merchant !== null) return `/dashboard/merchants/${merchant.id}`;
  return type === "api_key.created" ? "/dashboard/developers/keys" : "/dashboard/developers/webhooks";
}

/** An amount in major units with at least two decimals of a token: `12.50 USDC on Base`. */
function formatMoney({ unit, value }: Money): Prose {
  if (unit.kind === "fiat")
    return own(`${formatAtomic(value, findCurrency(unit.currency)?.decimals ?? 0)} ${unit.currency}`);
  const token = findToken(unit.asset);
  if (token === null) return own(`${value} of ${unit.asset}`);
  const figure = formatAtomic(value, token.decimals).replace(/(\.\d{2,}?)0+$/, "$1");
  return own(`${figure} ${token.symbol} on ${getChain(token.chainId).name}`);
}

function describeDestinationChange({ asset, from, to }: DestinationsChanged["changes"][number]): Prose {
  const token = findToken(asset);
  const name = own(token === null ? asset : `${token.symbol} on ${getChain(token.chainId).name}`);
  if (to === null) return prose`${name}: ${own(String(from))} was removed. The money of later payments is held.`;
  if (from === null) return prose`${name}: ${own(to)} was added.`;
  return prose`${name}: changed from ${own(from)} to ${own(to)}.`;
}

function utc(iso: string): Prose {
  return own(`${iso.slice(0, 16).replace("T", " ")} UTC`);
}
