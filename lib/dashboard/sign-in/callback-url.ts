import { env } from "#lib/env/env.ts";

/** An answer holds it twice, encoded, in a cookie and a redirect, and its headers have 16 KiB. */
const maxLength = 2_000;

/** The cookie in which next-auth keeps it during a sign-in with a provider. */
export function callbackUrlCookie(): string {
  return `${env().PUBLIC_URL.startsWith("https:") ? "__Secure-" : ""}next-auth.callback-url`;
}

/**
 * Returns the URL of ours to which a sign-in is to lead, from its path or the whole of it, encoded as headers
 * need it; null for anything else, at which next-auth fails.
 */
export function readCallbackUrl(text: string): string | null {
  const { origin } = new URL(env().PUBLIC_URL);
  const url = URL.parse(text.startsWith("/") ? `${origin}${text}` : text);
  return url !== null && url.origin === origin && url.href.length <= maxLength ? url.href : null;
}
