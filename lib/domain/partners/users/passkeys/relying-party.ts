import { isIP } from "node:net";
import { TillError } from "#lib/core/errors.ts";
import { env } from "#lib/env/env.ts";

/** The site that passkeys belong to. Authenticators offer a passkey only to pages of its host. */
export type RelyingParty = { id: string; origin: string };

/** Returns the site of `PUBLIC_URL`, or null when its host is an IP address, for which browsers create no passkeys. */
export function findRelyingParty(): RelyingParty | null {
  const { hostname, origin } = new URL(env().PUBLIC_URL);
  const isAddress = hostname.startsWith("[") || isIP(hostname) !== 0;
  return isAddress ? null : { id: hostname, origin };
}

/** As {@link findRelyingParty}. @throws TillError `forbidden` where passkeys don't work. */
export function getRelyingParty(): RelyingParty {
  const party = findRelyingParty();
  if (party !== null) return party;
  const message = "Passkeys need a domain name, and this service runs at an IP address. Use your password.";
  throw new TillError("forbidden", { message });
}
