import { toCaip19 } from "#lib/core/caip.ts";
import type { MerchantId, PaymentId } from "#lib/core/ids.ts";
import type { Locale } from "#lib/core/locales.ts";
import type { Money } from "#lib/core/money.ts";
import type { Notice } from "#lib/domain/notifications/read-notices.ts";
import type { ReceiptFacts } from "#lib/domain/payments/receipts/read-receipt.ts";
import type { AlarmNotice } from "#lib/domain/platform/alarms/repository.ts";
import { alarmEmail } from "#lib/jobs/alarms/alarm-messages.ts";
import type { Message } from "#lib/jobs/mail/message.ts";
import * as messages from "#lib/jobs/mail/messages.ts";
import { receiptMessage } from "#lib/jobs/mail/receipt-message.ts";

/** The words of users in an email. */
export type SampleNames = {
  partner: string;
  merchant: string;
  member: string;
  passkey: string;
  url: string;
  item: string;
};

const publicUrl = "https://till.example";
const link = `${publicUrl}/sign-up/complete#abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG`;
const usdc = toCaip19({ chainId: 8453, address: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913" });
const usdt = "eip155:1/erc20:0xdAC17F958D2ee523a2206206994597C13D831ec7";
const dai = "eip155:1/erc20:0x6B175474E89094C44Da98b954EedeAC495271d0F";
const usd = { kind: "fiat", currency: "USD" } as const;
const paymentId: PaymentId = "pay_01KACAFE000000000000000000";
const merchant: { id: MerchantId } = { id: "mrch_01KACAFE000000000000000000" };
const account = "eip155:8453:0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const other = "eip155:8453:0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const at = "2026-11-23T08:00:00.000Z";
const email = "owner@till.example";

/** One email of each template, for its preview and for the tests of all of them. */
export function sampleEmails(locale: Locale, names: SampleNames, logo: Buffer | null): Record<string, Message> {
  const head = { locale, publicUrl };
  const { partner: partnerName, merchant: merchantName, member } = names;
  const access = { kind: "access_changed", email, partnerName, member, role: null, by: email, at } as const;
  const left = { keys: 2, endpoints: 1, apps: 1, origins: 3, members: 2 };
  const rule = { kind: "second_factor_rule", email, partnerName, by: member, at } as const;
  const passkey = { kind: "passkey_changed", email, name: names.passkey, at } as const;
  const destinations = { kind: "destinations_changed", email, merchantId: merchant.id, by: member, at } as const;
  const changes = [
    { asset: usdc, from: account, to: other },
    { asset: usdt, from: null, to: other },
    { asset: dai, from: account, to: null },
  ];
  const notices = sampleNotices(names);
  const notified = { partnerName, notices, total: 7, isDaily: true };
  return {
    sign_up: messages.signUpMessage(link, head),
    account_exists: messages.accountExistsMessage(head),
    password_reset: messages.resetMessage(link, head),
    invitation: messages.invitationMessage({ partnerName, role: "admin", link }, head),
    destination_changed: messages.destinationsChangedMessage(
      { ...destinations, merchantName, changes: changes.slice(0, 1), takesEffectAt: null },
      head,
    ),
    destinations_will_change: messages.destinationsChangedMessage(
      { ...destinations, merchantName, changes, takesEffectAt: "2026-11-24T08:00:00.000Z" },
      head,
    ),
    webhook_disabled: messages.webhookDisabledMessage(
      {
        kind: "webhook_disabled",
        email,
        url: names.url,
        reason: "No webhook was delivered for three days, and every attempt failed.",
        at,
      },
      head,
    ),
    second_factor_required: messages.secondFactorRuleMessage({ ...rule, isRequired: true }, head),
    second_factor_optional: messages.secondFactorRuleMessage({ ...rule, isRequired: false }, head),
    passkey_added: messages.passkeyChangedMessage({ ...passkey, isAdded: true }, head),
    passkey_removed: messages.passkeyChangedMessage({ ...passkey, isAdded: false }, head),
    member_invited: messages.accessChangedMessage({ ...access, change: "invited", role: "admin" }, head),
    role_changed: messages.accessChangedMessage({ ...access, change: "role_changed", role: "viewer", left }, head),
    member_removed: messages.accessChangedMessage({ ...access, change: "removed", left }, head),
    authenticator_added: messages.accessChangedMessage(
      { ...access, member: email, change: "authenticator_added" },
      head,
    ),
    authenticator_removed: messages.accessChangedMessage({ ...access, change: "authenticator_removed" }, head),
    recovery_codes_renewed: messages.accessChangedMessage({ ...access, change: "recovery_codes_renewed" }, head),
    member_added_passkey: messages.accessChangedMessage({ ...access, by: null, change: "passkey_added" }, head),
    member_removed_passkey: messages.accessChangedMessage({ ...access, change: "passkey_removed" }, head),
    notification: messages.notificationsMessage(
      { ...notified, notices: notices.slice(0, 1), total: 1, isDaily: false },
      head,
    ),
    daily_summary: messages.notificationsMessage(notified, head),
    receipt: receiptMessage(sampleReceipt(locale, names), logo),
    alarm: alarmEmail([sampleAlarm(names)], publicUrl),
    receipt_without_order: receiptMessage(
      { ...sampleReceipt(locale, names), brandColor: null, order: { description: null, lineItems: [] } },
      null,
    ),
  };
}

function sampleAlarm({ item: message }: SampleNames): AlarmNotice {
  const times = { at: new Date(at), firstSeenAt: new Date(at), lastSeenAt: new Date(at) };
  const facts = { queue: "send_mail" };
  return {
    id: "1",
    event: "raised",
    kind: "job_failed",
    subject: "send_mail",
    level: "error",
    message,
    facts,
    count: 1,
    ...times,
  };
}

function sampleNotices({ merchant: name, item, url }: SampleNames): Notice[] {
  const none = { at: new Date(at), merchant: null, paymentId: null, amount: null, name: null, change: null };
  const amount: Money = { unit: { kind: "token", asset: usdc }, value: 12_500_000n };
  const paid = { ...none, merchant: { ...merchant, name }, paymentId, amount };
  return [
    { ...none, id: "evt_1", type: "api_key.created", name: item },
    { ...none, id: "evt_2", type: "webhook_endpoint.disabled", name: url },
    {
      ...none,
      id: "evt_3",
      type: "settlement_destination.changed",
      merchant: { ...merchant, name },
      change: "pending",
    },
    { ...paid, id: "evt_4", type: "payout.held" },
    { ...paid, id: "evt_5", type: "payment.succeeded", amount: { unit: usd, value: 1_250n } },
  ];
}

function sampleReceipt(locale: Locale, { merchant: merchantName, item }: SampleNames): ReceiptFacts {
  return {
    email,
    locale,
    merchantName,
    logoHash: null,
    brandColor: "#7a1f3d",
    paymentId,
    paid: { unit: { kind: "token", asset: usdc }, value: 1_249_500_000n },
    paidAt: new Date(at),
    txHash: `0x${"ab".repeat(32)}`,
    order: {
      description: item,
      lineItems: [
        { name: item, quantity: 12, total: 120_000n },
        { name: "Espresso", quantity: 1, total: 4_950n },
      ],
    },
    orderUnit: usd,
    link: `${publicUrl}/pay/${paymentId}`,
  };
}
