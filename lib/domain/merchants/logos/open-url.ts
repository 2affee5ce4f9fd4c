import type { IncomingMessage } from "node:http";
import { get, type RequestOptions } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { refuseLogo } from "#lib/domain/merchants/logos/logo-refusal.ts";

/** Network access for logos. Tests supply their own; production's is fixed and not configurable. */
export type LogoNetwork = {
  /** Decides whether an address may be contacted; called before anything is sent to it. */
  isAllowedAddress(address: string): boolean;
  /** Resolves a host to all its addresses; empty when it has none. Called once per request. */
  resolve(hostname: string, signal: AbortSignal): Promise<readonly string[]>;
  /** The only port that a URL may use. */
  port: number;
  /** For the whole download, from name resolution to the last byte, redirects included. */
  timeoutMs: number;
  /** A CA certificate that replaces the default certificate authorities. */
  ca?: string;
};

/**
 * Sends a GET request and resolves when the response head arrives. It connects to an address that was checked, not to
 * the name, which could resolve to a different address by then (DNS rebinding).
 * @throws TillError `params_validation` on `iconUrl` when the URL or one of its host's addresses isn't allowed;
 * connection errors unchanged.
 */
export async function openUrl(url: URL, network: LogoNetwork, signal: AbortSignal): Promise<IncomingMessage> {
  checkUrl(url, network.port);
  const addresses = await allowedAddresses(url, network, signal);
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

/**
 * The addresses to connect to. One forbidden address refuses the whole host, because a name server that mixes public
 * and private addresses is likely hostile. A host without addresses gets the same refusal, so that the answer doesn't
 * reveal which names exist inside a network.
 */
async function allowedAddresses(url: URL, network: LogoNetwork, signal: AbortSignal): Promise<readonly string[]> {
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const addresses = isIP(host) === 0 ? await beforeAbort(network.resolve(host, signal), signal) : [host];
  if (addresses.length === 0 || !addresses.every(network.isAllowedAddress)) {
    throw refuseLogo("reachable", `must be at a public address; ${url.hostname} is not`);
  }
  return addresses;
}

/** A lookup function that returns the checked addresses. Node skips it for URLs with an IP address, which was checked. */
function answerWith(addresses: readonly string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, { all }, callback) => {
    const [first] = answers;
    if (all === true) callback(null, answers);
    else callback(null, first?.address ?? "", first?.family);
  };
}

async function beforeAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener("abort", abort);
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
