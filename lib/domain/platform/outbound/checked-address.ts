import { isIP, type LookupFunction } from "node:net";
import { beforeAbort } from "#lib/core/before-abort.ts";

/** Decides where our requests to other parties' URLs may connect to. */
export type Network = {
  /** Decides whether an address may be contacted; called before anything is sent to it. */
  isAllowedAddress(address: string): boolean;
  /** Resolves a host to all its addresses; empty when it has none. */
  resolve(hostname: string, signal: AbortSignal): Promise<readonly string[]>;
  /** A CA certificate that replaces the default certificate authorities. */
  ca?: string;
};

/** A host that may not be contacted, or that has no address. Its message names the host, and none of its addresses. */
export class ForbiddenHost extends Error {
  override readonly name = "ForbiddenHost";

  constructor(host: string) {
    super(`must be at a public address; ${host} is not`);
  }
}

/**
 * Returns the addresses of a URL's host to connect to. One forbidden address refuses the whole host, because
 * a name server that mixes public and private addresses is likely hostile. A host without addresses gets the
 * same refusal, so that the answer doesn't reveal which names exist inside a network.
 * @param hostname as `URL` writes it, IPv6 addresses in brackets.
 * @throws ForbiddenHost; the signal's reason when it aborts first.
 */
export async function allowedAddresses(
  hostname: string,
  network: Network,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const addresses = isIP(host) === 0 ? await beforeAbort(network.resolve(host, signal), signal) : [host];
  if (addresses.length === 0 || !addresses.every(network.isAllowedAddress)) throw new ForbiddenHost(hostname);
  return addresses;
}

/**
 * A lookup function that returns checked addresses, so that a connection goes to one of them and not to what
 * the name resolves to by then (DNS rebinding). Node skips it for URLs with an IP address, which has to be
 * checked separately.
 */
export function answerWith(addresses: readonly string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, { all }, callback) => {
    const [first] = answers;
    if (all === true) callback(null, answers);
    else callback(null, first?.address ?? "", first?.family);
  };
}

/**
 * A lookup function for a pool of connections: resolves and checks a host for each new connection, which
 * later requests to the host may share. It fails with {@link ForbiddenHost}.
 */
export function checkedLookup(network: Network, timeoutMs: number): LookupFunction {
  return (hostname, options, callback) => {
    allowedAddresses(hostname, network, AbortSignal.timeout(timeoutMs)).then(
      (addresses) => answerWith(addresses)(hostname, options, callback),
      (error: unknown) => callback(error as NodeJS.ErrnoException, ""),
    );
  };
}
