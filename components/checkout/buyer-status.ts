import type { MessageKey, Translate } from "#components/checkout/messages/messages.ts";
import type { WireStatus } from "#lib/api/schemas/payment.ts";

/** The status shown to the buyer, which tells a declined payment from a failed one. */
export type BuyerStatus = WireStatus["status"] | "declined";

/** Every status except an open payment's, which shows the ways to pay instead of a message. */
export type MessageStatus = Exclude<BuyerStatus, "requires_action">;

export function buyerStatusOf({ status, failureCode }: WireStatus): BuyerStatus {
  return status === "failed" && failureCode === "declined_user" ? "declined" : status;
}

/** Message keys by status. A payment that ends without success never charges the buyer, so the texts may say so. */
export const statusMessages = {
  processing: { title: "status.processing.title", text: "status.processing.text" },
  succeeded: { title: "status.succeeded.title", text: "status.succeeded.text" },
  expired: { title: "status.expired.title", text: "status.expired.text" },
  cancelled: { title: "status.cancelled.title", text: "status.cancelled.text" },
  failed: { title: "status.failed.title", text: "status.failed.text" },
  declined: { title: "status.declined.title", text: "status.declined.text" },
} as const satisfies Record<MessageStatus, { title: MessageKey; text: MessageKey }>;

export function statusText(t: Translate, status: MessageStatus, merchant: string): string {
  return status === "processing" ? t("status.processing.text") : t(statusMessages[status].text, { merchant });
}
