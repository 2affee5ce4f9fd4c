import { isIP } from "node:net";
import { invalidField } from "#lib/core/errors.ts";
import { isPublicAddress } from "#lib/domain/platform/outbound/public-address.ts";
import { maxUrl } from "#lib/domain/webhooks/endpoint.ts";
import { env } from "#lib/env/env.ts";

/** True for a host to which the operator allows webhooks in spite of its private address, and by http. */
export function isAllowedPrivateHost(hostname: string): boolean {
  return env().WEBHOOK_PRIVATE_HOSTS.includes(hostname);
}

/**
 * Checks the URL of an endpoint without asking any other host: where its name leads is checked at each connection.
 * @returns the URL as it is stored: normalized, as `URL` writes it.
 * @throws TillError `params_validation` on `url` with the rule that it breaks.
 */
export function checkEndpointUrl(text: string): string {
  const url = /[\s\p{Cc}\p{Cs}]/u.test(text) ? null : URL.parse(text);
  if (url === null || text.length > maxUrl || url.href.length > maxUrl) {
    throw invalidField("url", `must be a URL of at most ${maxUrl} characters, such as https://shop.example/webhooks`);
  }
  if (url.username !== "" || url.password !== "") throw invalidField("url", "must not have a user name or password");
  if (text.includes("#")) throw invalidField("url", "must not have a fragment: leave out the # and what follows");
  if (isAllowedPrivateHost(url.hostname) && (url.protocol === "http:" || url.protocol === "https:")) return url.href;
  if (url.protocol !== "https:") throw invalidField("url", "must start with https://");
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const isPublic = isIP(host) === 0 ? /\../.test(host) && !/(^|\.)localhost\.?$/.test(host) : isPublicAddress(host);
  if (!isPublic) throw invalidField("url", "must be at a public address; use a tunnel to reach a private one");
  return url.href;
}
