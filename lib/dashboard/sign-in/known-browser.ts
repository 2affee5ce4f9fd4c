import { createHmac, timingSafeEqual } from "node:crypto";
import { env } from "#lib/env/env.ts";

const aYearSeconds = 365 * 24 * 3_600;

/** The cookie of a browser that was used to sign in. */
export const knownBrowserCookie = "till-known";

/**
 * Returns the cookie's value: a proof that the email's owner has used this browser, which reveals nothing about the
 * email. An attacker who exhausts the limit of an email locks out new browsers for a while, but not this one.
 */
export function knownBrowserValue(email: string): string {
  return createHmac("sha256", `known-browser ${env().AUTH_SECRET ?? ""}`)
    .update(email.toLowerCase())
    .digest("base64url");
}

/** True when the cookie's value belongs to the email. */
export function isKnownBrowser(value: string | undefined, email: string): boolean {
  const given = Buffer.from(value ?? "");
  const right = Buffer.from(knownBrowserValue(email));
  return given.length === right.length && timingSafeEqual(given, right);
}

/** The attributes of the cookie. */
export function knownBrowserOptions() {
  const secure = env().PUBLIC_URL.startsWith("https:");
  return { maxAge: aYearSeconds, path: "/api/auth", httpOnly: true, sameSite: "lax", secure } as const;
}
