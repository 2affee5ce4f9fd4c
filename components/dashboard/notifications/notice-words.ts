import { paths } from "#components/dashboard/paths.ts";
import type { QueryOutput } from "#lib/dashboard/rpc/contract.ts";

export type ShownNotice = QueryOutput<"notifications.list">["notices"][number];
export type NoticeType = QueryOutput<"notifications.settings">["settings"][number]["type"];

/** Names of the events in the settings. */
export const typeWords: Record<NoticeType, string> = {
  "api_key.created": "API key created",
  "settlement_destination.changed": "Settlement destination changed",
  "webhook_endpoint.disabled": "Webhook endpoint disabled",
  "payout.failed": "Payout failed",
  "payout.held": "Payout held",
  "refund.failed": "Refund failed",
  "refund.succeeded": "Refund succeeded",
  "payment.succeeded": "Payment succeeded",
};

const destinationWords: Record<NonNullable<ShownNotice["change"]>, string> = {
  added: "Settlement destination added",
  changed: "Settlement destination changed",
  removed: "Settlement destination removed",
  pending: "Settlement destination will change",
  revoked: "Pending destination revoked",
  took_effect: "Settlement destination changed",
};

/** Returns the headline of a notification. */
export function noticeTitle({ type, change }: ShownNotice): string {
  return change === null ? typeWords[type] : destinationWords[change];
}

/** Returns the page that a notification is about. */
export function noticePath({ type, paymentId, merchant }: ShownNotice): string {
  if (paymentId !== null) return paths.payment(paymentId);
  if (merchant !== null) return paths.merchant(merchant.id);
  return type === "api_key.created" ? paths.keys : paths.webhooks;
}
