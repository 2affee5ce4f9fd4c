import type { WireStatus } from "#lib/api/schemas/payment.ts";

/** A shop's page that frames the checkout of a payment. Its origin is on the list of the payment's partner. */
export type Host = { origin: string; paymentId: string };

/** The messages that public/embed.js understands. They never say who pays, from which account or in which token. */
type HostMessage =
  | { type: "ready" | "close" }
  | { type: "resize"; height: number }
  | { type: Exclude<WireStatus["status"], "requires_action"> };

/** Posts a message to the parent page. The browser drops it if that page's origin differs from the host's. */
export function notifyHost({ origin, paymentId }: Host, message: HostMessage): void {
  if (window.parent !== window) window.parent.postMessage({ source: "till", paymentId, ...message }, origin);
}
