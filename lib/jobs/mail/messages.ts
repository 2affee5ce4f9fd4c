import { directionOf, intlLocale, type Locale } from "#lib/core/locales.ts";
import type { Role } from "#lib/core/roles.ts";
import { liveOverview } from "#lib/core/test-pages.ts";
import type { Notice } from "#lib/domain/notifications/read-notices.ts";
import { disabledReasons } from "#lib/domain/webhooks/delivery/disable-endpoint.ts";
import { formatWithNetwork, listAccounts, nameToken, shortAccount, utc } from "#lib/jobs/mail/format.ts";
import type { Message, Row } from "#lib/jobs/mail/message.ts";
import { listed, type Prose, prose, quoted } from "#lib/jobs/mail/prose.ts";
import { type PlainKey, type Translate, translatorFor } from "#lib/jobs/mail/translate.ts";
import type { Words } from "#lib/jobs/mail/words/en.ts";
import type { JobPayload } from "#lib/queue/enqueue.ts";

/** The language of a member's email, and the installation's URL for its link. */
export type Letterhead = { locale: Locale; publicUrl: string };

/** An email of Till itself. */
const fromTill = { title: null, brand: null } as const;

/** To an email that signs up. */
export function signUpMessage(link: string, { locale }: Letterhead): Message {
  const t = translatorFor(locale);
  return {
    ...fromTill,
    locale,
    subject: t("signUp.subject"),
    blocks: [t("signUp.text"), t("signUp.expires")],
    action: { label: t("signUp.action"), address: link },
    closing: t("link.notYou"),
  };
}

/** To an email that signs up and already has an account. */
export function accountExistsMessage({ locale, publicUrl }: Letterhead): Message {
  const t = translatorFor(locale);
  return {
    ...fromTill,
    locale,
    subject: t("exists.subject"),
    blocks: [t("exists.text"), t("exists.forgot")],
    action: { label: t("exists.action"), address: `${publicUrl}/sign-in` },
    closing: t("link.notYou"),
  };
}

/** To a user who forgot their password. */
export function resetMessage(link: string, { locale }: Letterhead): Message {
  const t = translatorFor(locale);
  return {
    ...fromTill,
    locale,
    subject: t("reset.subject"),
    blocks: [t("reset.text"), t("reset.expires")],
    action: { label: t("reset.action"), address: link },
    closing: t("link.notYou"),
  };
}

type Invitation = { partnerName: string; role: Role; link: string };

const roleKeys = {
  owner: "role.owner",
  admin: "role.admin",
  developer: "role.developer",
  viewer: "role.viewer",
} as const satisfies Record<Role, PlainKey>;

/** To the email that a partner invites. */
export function invitationMessage({ partnerName, role, link }: Invitation, { locale }: Letterhead): Message {
  const t = translatorFor(locale);
  const partner = quoted(partnerName);
  return {
    ...fromTill,
    locale,
    subject: t("invitation.subject", { partner }),
    blocks: [t("invitation.text", { partner, role: t(roleKeys[role]) }), t("invitation.expires")],
    action: { label: t("invitation.action"), address: link },
    closing: t("invitation.closing"),
  };
}

type DestinationsChanged = Extract<JobPayload<"send_mail">, { kind: "destinations_changed" }>;

/** To an owner of a partner whose merchant's money goes elsewhere from now on, or from a later time. */
export function destinationsChangedMessage(facts: DestinationsChanged, { locale, publicUrl }: Letterhead): Message {
  const { merchantId, changes, by, at, takesEffectAt } = facts;
  const t = translatorFor(locale);
  const who = { actor: actorOf(by, t), merchant: quoted(facts.merchantName), time: utc(at) };
  return {
    ...fromTill,
    locale,
    subject: t(takesEffectAt === null ? "destination.isChanged" : "destination.willChange"),
    blocks: [
      takesEffectAt === null ? t("destination.changedBy", who) : t("destination.requestedBy", who),
      { rows: changes.map((change) => describeDestinationChange(change, t)), as: "events" },
      takesEffectAt === null ? t("destination.now") : t("destination.later", { time: utc(takesEffectAt) }),
      {
        rows: listAccounts(
          changes.flatMap(({ from, to }) => [from ?? [], to ?? []].flat()),
          t,
        ),
        as: "events",
      },
    ],
    action: { label: t("destination.action"), address: `${publicUrl}/dashboard/merchants/${merchantId}` },
    closing: t("change.closing"),
  };
}

function describeDestinationChange({ asset, from, to }: DestinationsChanged["changes"][number], t: Translate): Row {
  const label = nameToken(asset, t);
  if (to === null) return { label, value: t("destination.removed", { from: shortAccount(String(from)) }) };
  if (from === null) return { label, value: t("destination.added", { to: shortAccount(to) }) };
  return { label, value: t("destination.from", { from: shortAccount(from), to: shortAccount(to) }) };
}

type WebhookDisabled = Extract<JobPayload<"send_mail">, { kind: "webhook_disabled" }>;

/** To an owner of a partner whose webhook endpoint the service has disabled. */
export function webhookDisabledMessage(
  { url, reason, at }: WebhookDisabled,
  { locale, publicUrl }: Letterhead,
): Message {
  const t = translatorFor(locale);
  return {
    ...fromTill,
    locale,
    subject: t("webhook.subject"),
    blocks: [t("webhook.stopped", { url: quoted(url), time: utc(at) }), reasonOf(reason, t), t("webhook.fix")],
    action: { label: t("webhook.action"), address: `${publicUrl}/dashboard/developers/webhooks` },
    closing: t("webhook.closing"),
  };
}

function reasonOf(reason: string, t: Translate): Prose {
  if (reason === disabledReasons.gone) return t("webhook.gone");
  return reason === disabledReasons.failing ? t("webhook.failing") : quoted(reason);
}

type SecondFactorRule = Extract<JobPayload<"send_mail">, { kind: "second_factor_rule" }>;

/** To an owner of a partner whose members need a second factor from now on, or no longer. */
export function secondFactorRuleMessage(facts: SecondFactorRule, { locale, publicUrl }: Letterhead): Message {
  const { partnerName, isRequired, by, at } = facts;
  const t = translatorFor(locale);
  const who = { actor: actorOf(by, t), partner: quoted(partnerName), time: utc(at) };
  return {
    ...fromTill,
    locale,
    subject: t(isRequired ? "factor.isRequired" : "factor.isOptional"),
    blocks: [
      isRequired ? t("factor.requiredBy", who) : t("factor.optionalBy", who),
      t(isRequired ? "factor.required" : "factor.optional"),
    ],
    action: { label: t("members.action"), address: `${publicUrl}/dashboard/settings/members` },
    closing: t("change.closing"),
  };
}

type PasskeyChanged = Extract<JobPayload<"send_mail">, { kind: "passkey_changed" }>;

/** To a member whose account has one more passkey, or one less. */
export function passkeyChangedMessage(
  { name, isAdded, at }: PasskeyChanged,
  { locale, publicUrl }: Letterhead,
): Message {
  const t = translatorFor(locale);
  const facts = { name: quoted(name), time: utc(at) };
  return {
    ...fromTill,
    locale,
    subject: t(isAdded ? "passkey.isAdded" : "passkey.isRemoved"),
    blocks: [
      isAdded ? t("passkey.addedAt", facts) : t("passkey.removedAt", facts),
      t(isAdded ? "passkey.added" : "passkey.removed"),
    ],
    action: { label: t("account.action"), address: `${publicUrl}/dashboard/account` },
    closing: t(isAdded ? "passkey.notYou" : "change.notYou"),
  };
}

type AccessChanged = Extract<JobPayload<"send_mail">, { kind: "access_changed" }>;

/** The subject of each change of access, and its sentence. */
const accessWords = {
  invited: ["access.invited", "access.invitedBy"],
  role_changed: ["access.roleChanged", "access.roleChangedBy"],
  removed: ["access.removed", "access.removedBy"],
  authenticator_added: ["access.factorAdded", "access.factorAddedBy"],
  authenticator_removed: ["access.factorRemoved", "access.factorRemovedBy"],
  recovery_codes_renewed: ["access.codesRenewed", "access.codesRenewedBy"],
  passkey_added: ["access.passkeyAdded", "access.passkeyAddedBy"],
  passkey_removed: ["access.passkeyRemoved", "access.passkeyRemovedBy"],
} as const satisfies Record<AccessChanged["change"], readonly [PlainKey, keyof Words]>;

/** To an owner of a partner, about a change of who may sign in or of how; of their own second factor also to the member. */
export function accessChangedMessage(facts: AccessChanged, { locale, publicUrl }: Letterhead): Message {
  const { email, partnerName, member, change, role, by, at, left } = facts;
  const t = translatorFor(locale);
  const [subject, sentence] = accessWords[change];
  const isOwn = email === member && by === member;
  const who = { actor: actorOf(by, t), member: quoted(member), time: utc(at) };
  const account = { label: t("access.account"), value: quoted(partnerName) };
  return {
    ...fromTill,
    locale,
    subject: t(subject),
    blocks: [
      t(sentence, { ...who, role: role === null ? prose`` : t(roleKeys[role]) }),
      ...(left === undefined
        ? []
        : [t("access.left", { member: who.member }), { rows: countLeft(left, t), as: "order" } as const]),
      { rows: [account], as: "facts" },
    ],
    action: isOwn
      ? { label: t("account.action"), address: `${publicUrl}/dashboard/account` }
      : { label: t("members.action"), address: `${publicUrl}/dashboard/settings/members` },
    closing: t(isOwn ? "change.notYou" : "change.closing"),
  };
}

/** Grants that a member has set up and that still work, for an owner to check. */
function countLeft(left: NonNullable<AccessChanged["left"]>, t: Translate): Row[] {
  const counts = [
    [t("access.keys"), left.keys],
    [t("access.endpoints"), left.endpoints],
    [t("access.apps"), left.apps],
    [t("access.origins"), left.origins],
    [t("access.members"), left.members],
  ] as const;
  return counts.flatMap(([label, count]) => (count === 0 ? [] : [{ label, value: prose`${count}` }]));
}

const keyPrefix = "the API key ";

/** @param by an email, an API key as `the API key …`, or null for the service. */
function actorOf(by: string | null, t: Translate): Prose {
  if (by === null) return t("actor.service");
  return by.startsWith(keyPrefix) ? t("actor.key", { name: quoted(by.slice(keyPrefix.length)) }) : quoted(by);
}

type Notifications = { partnerName: string; notices: readonly Notice[]; total: number; isDaily: boolean };

/** To a member, about events that the member wants to be notified of. `notices` are the first of `total`. */
export function notificationsMessage(
  { partnerName, notices, total, isDaily }: Notifications,
  { locale, publicUrl }: Letterhead,
): Message {
  const t = translatorFor(locale);
  const [first] = notices;
  const more = total - notices.length;
  const only = total === 1 ? first : undefined;
  const partner = quoted(partnerName);
  const about = total === 1 ? t("notices.one", { partner }) : t("notices.many", { count: total, partner });
  const single = only === undefined ? about : t(titleOf(only));
  return {
    ...fromTill,
    locale,
    subject: isDaily ? t("notices.daily", { events: about }) : single,
    blocks: [
      { rows: notices.map((notice) => describeNotice(notice, locale, t)), as: "events" },
      ...(more > 0 ? [t("notices.more", { count: more })] : []),
    ],
    action: {
      label: t("notices.action"),
      address: `${publicUrl}${only === undefined ? liveOverview : pathOf(only)}`,
    },
    closing: t("notices.closing"),
  };
}

const noticeTitles = {
  "api_key.created": "notice.keyCreated",
  "settlement_destination.changed": "notice.destinationChanged",
  "webhook_endpoint.disabled": "notice.endpointDisabled",
  "payout.failed": "notice.payoutFailed",
  "payout.held": "notice.payoutHeld",
  "refund.failed": "notice.refundFailed",
  "refund.succeeded": "notice.refundSucceeded",
  "payment.succeeded": "notice.paymentSucceeded",
} as const satisfies Record<Notice["type"], PlainKey>;

const destinationTitles: Partial<Record<NonNullable<Notice["change"]>, PlainKey>> = {
  added: "notice.destinationAdded",
  removed: "notice.destinationRemoved",
  pending: "notice.destinationPending",
  revoked: "notice.destinationRevoked",
};

function titleOf({ type, change }: Notice): PlainKey {
  return (change === null ? undefined : destinationTitles[change]) ?? noticeTitles[type];
}

function describeNotice(notice: Notice, locale: Locale, t: Translate): Row {
  const { at, name, amount, merchant, paymentId } = notice;
  const facts = [
    ...(name === null ? [] : [quoted(name)]),
    ...(amount === null ? [] : [formatWithNetwork(amount, intlLocale(locale), t)]),
    ...(merchant === null ? [] : [quoted(merchant.name)]),
    ...(paymentId === null ? [] : [prose`${paymentId}`]),
    utc(at.toISOString()),
  ];
  return { label: t(titleOf(notice)), value: listed(facts, directionOf(locale)) };
}

function pathOf({ type, paymentId, merchant }: Notice): string {
  if (paymentId !== null) return `/dashboard/payments/${paymentId}`;
  if (merchant !== null) return `/dashboard/merchants/${merchant.id}`;
  return type === "api_key.created" ? "/dashboard/developers/keys" : "/dashboard/developers/webhooks";
}
