import { isId } from "#lib/core/ids.ts";
import { env } from "#lib/env/env.ts";

/** Returns the link of a payment's checkout, for the buyer. */
export function paymentLink(paymentId: string): string {
  return `${env().PUBLIC_URL}/pay/${paymentId}`;
}

/**
 * Extracts the payment id from a gateway path's `{id}`: the id itself, or a payment link of our own host that an SDK
 * passed as the id, percent-encoded once more than the path (`/pay/pay_…` or `?pid=pay_…`).
 * @returns the text unchanged when it is neither; no payment has such an id.
 */
export function paymentIdOf(idOrLink: string): string {
  if (isId("pay", idOrLink)) return idOrLink;
  const url = parseUrl(idOrLink) ?? parseUrl(decode(idOrLink));
  const own = new URL(env().PUBLIC_URL);
  if (url === null || url.host !== own.host) return idOrLink;
  const base = own.pathname.replace(/\/$/, "");
  const path = url.pathname.startsWith(base) ? url.pathname.slice(base.length) : url.pathname;
  const fromPath = /^\/pay\/([^/]+)\/?$/.exec(path)?.[1];
  return fromPath ?? url.searchParams.get("pid") ?? idOrLink;
}

function parseUrl(text: string): URL | null {
  return /^https?:/i.test(text) ? URL.parse(text) : null;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
