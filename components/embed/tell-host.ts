import type { WireStatus } from "#lib/api/schemas/payment.ts";

/** A shop's page that shows the checkout of a payment, by the exact origin that the payment's partner has listed. */
export type Host = { origin: string; paymentId: string };

/** What the page around hears; public/embed.js reads it. Never who pays, from where or with what. */
type News =
  | { type: "ready" | "close" }
  | { type: "resize"; height: number }
  | { type: Exclude<WireStatus["status"], "requires_action"> };

/** Posts to the page around, and to nobody if its origin is another one. Nothing is ever heard from there. */
export function tellHost({ origin, paymentId }: Host, news: News): void {
  if (window.parent !== window) window.parent.postMessage({ source: "till", paymentId, ...news }, origin);
}
