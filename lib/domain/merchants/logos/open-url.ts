import type { IncomingMessage } from "node:http";
import { get, type RequestOptions } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { brokenRule } from "#lib/domain/merchants/logos/broken-rule.ts";

/** How logos reach the network. Tests bring their own; production has one, which nothing configures. */
export type LogoNetwork = {
  /** Decides about every address before anything is sent to it. */
  isAllowedAddress(address: string): boolean;
  /** All addresses of a host; empty when there are none. Asked once for each request. */
  resolve(hostname: string, signal: AbortSignal): Promise<readonly string[]>;
  /** The only port that URLs may have. */
  port: number;
  /** For everything together, from the first question to the last byte. */
  timeoutMs: number;
  /** Trusted instead of the usual certificate authorities. */
  ca?: string;
};

/**
 * Sends a GET request and gives the answer as soon as its head is there. The connection goes to an address that was
 * checked, not to a name that could resolve to another one by then.
 * @throws TillError `params_validation` on `iconUrl` when the URL or one of its host's addresses is not allowed;
 * errors of the connection as they are.
 */
export async function openUrl(url: URL, network: LogoNetwork, signal: AbortSignal): Promise<IncomingMessage> {
  checkUrl(url, network.port);
  const addresses = await allowedAddresses(url, network, signal);
  const options: RequestOptions = {
    lookup: answerWith(addresses),
    headers: { accept: "image/avif, image/webp, image/png, image/jpeg", "user-agent": "Till" },
    // A connection of its own: one from a pool would have been checked for somebody else.
    agent: false,
    // Said aloud, since NODE_TLS_REJECT_UNAUTHORIZED=0 is an environment variable away.
    rejectUnauthorized: true,
    signal,
    ...(network.ca === undefined ? {} : { ca: network.ca }),
  };
  return new Promise((resolve, reject) => {
    get(url, options, resolve).on("error", reject);
  });
}

function checkUrl(url: URL, port: number): void {
  if (url.protocol !== "https:") throw brokenRule("https", `must be an HTTPS URL; it is ${url.protocol}`);
  if (url.username !== "" || url.password !== "")
    throw brokenRule("https", "must not have a user name or password; it has one");
  const given = url.port === "" ? 443 : Number(url.port);
  if (given !== port) throw brokenRule("https", `must use port ${port}; it uses ${given}`);
}

/**
 * The addresses to connect to. One that is not allowed spoils the others: whoever answers with a mixture is not to be
 * trusted. A host without any gets the same refusal, which so does not tell what names exist inside a network.
 */
async function allowedAddresses(url: URL, network: LogoNetwork, signal: AbortSignal): Promise<readonly string[]> {
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const addresses = isIP(host) === 0 ? await beforeAbort(network.resolve(host, signal), signal) : [host];
  if (addresses.length === 0 || !addresses.every(network.isAllowedAddress)) {
    throw brokenRule("reachable", `must be at a public address; ${url.hostname} is not`);
  }
  return addresses;
}

/** Stands in for name resolution. Node skips it where the URL holds an address, which then is the one checked. */
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
