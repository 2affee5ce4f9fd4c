import type { IncomingMessage } from "node:http";
import { get, type RequestOptions } from "node:https";
import { refuseLogo } from "#lib/domain/merchants/logos/logo-refusal.ts";
import {
  allowedAddresses,
  answerWith,
  ForbiddenHost,
  type Network,
} from "#lib/domain/platform/outbound/checked-address.ts";

/** Network access for logos. Tests supply their own; production's is fixed and not configurable. */
export type LogoNetwork = Network & {
  /** The only port that a URL may use. */
  port: number;
  /** For the whole download, from name resolution to the last byte, redirects included. */
  timeoutMs: number;
};

/**
 * Sends a GET request and resolves when the response head arrives. It connects to an address that was checked, not to
 * the name, which could resolve to a different address by then (DNS rebinding).
 * @throws TillError `params_validation` on `iconUrl` when the URL or one of its host's addresses isn't allowed;
 * connection errors unchanged.
 */
export async function openUrl(url: URL, network: LogoNetwork, signal: AbortSignal): Promise<IncomingMessage> {
  checkUrl(url, network.port);
  const addresses = await allowedAddresses(url.hostname, network, signal).catch((error: unknown) => {
    throw error instanceof ForbiddenHost ? refuseLogo("reachable", error.message) : error;
  });
  const options: RequestOptions = {
    lookup: answerWith(addresses),
    headers: { accept: "image/avif, image/webp, image/png, image/jpeg", "user-agent": "Till" },
    // No connection pool: a pooled connection was checked for another request.
    agent: false,
    // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED=0 can't disable it.
    rejectUnauthorized: true,
    signal,
    ...(network.ca === undefined ? {} : { ca: network.ca }),
  };
  return new Promise((resolve, reject) => {
    get(url, options, resolve).on("error", reject);
  });
}

function checkUrl(url: URL, port: number): void {
  if (url.protocol !== "https:") throw refuseLogo("https", `must be an HTTPS URL; it is ${url.protocol}`);
  if (url.username !== "" || url.password !== "")
    throw refuseLogo("https", "must not have a user name or password; it has one");
  const given = url.port === "" ? 443 : Number(url.port);
  if (given !== port) throw refuseLogo("https", `must use port ${port}; it uses ${given}`);
}
