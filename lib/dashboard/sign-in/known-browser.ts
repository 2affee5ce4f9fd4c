import { createHmac, timingSafeEqual } from "node:crypto";
import { env } from "#lib/env/env.ts";

const aYearSeconds = 365 * 24 * 3_600;

/** The cookie that a browser keeps by which somebody has signed in. */
export const knownBrowserCookie = "till-known";

/**
 * What the cookie says: that this browser was used by the address's owner, and nothing that could be read of it. Whoever
 * floods an address with wrong passwords from everywhere keeps new browsers out for a while, but not this one.
 */
export function knownBrowserValue(email: string): string {
  return createHmac("sha256", `known-browser ${env().AUTH_SECRET ?? ""}`)
    .update(email.toLowerCase())
    .digest("base64url");
}

/** True when the cookie's value was made for the address. */
export function isKnownBrowser(value: string | undefined, email: string): boolean {
  const [given, right] = [Buffer.from(value ?? ""), Buffer.from(knownBrowserValue(email))];
  return given.length === right.length && timingSafeEqual(given, right);
}

/** How the cookie is kept. */
export function knownBrowserOptions() {
  const secure = env().PUBLIC_URL.startsWith("https:");
  return { maxAge: aYearSeconds, path: "/api/auth", httpOnly: true, sameSite: "lax", secure } as const;
}
