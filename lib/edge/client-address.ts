import { AsyncLocalStorage } from "node:async_hooks";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { env } from "#lib/env/env.ts";

// Next shows its handlers no socket, and a client can write any header. The custom server puts the socket's address
// into this storage, which Next's copy of this module shares.
const peers = processSingleton("peer", () => new AsyncLocalStorage<string | undefined>());

/** Runs `work` for a request whose socket's remote address is `peer`; {@link currentPeer} returns it inside. */
export function withPeer<T>(peer: string | undefined, work: () => T): T {
  return peers().run(peer, work);
}

/** The remote address of the current request's socket; undefined outside of {@link withPeer}. */
export function currentPeer(): string | undefined {
  return peers().getStore();
}

/**
 * The address of the client: the socket's peer, or the X-Forwarded-For entry that the outermost of `trustedProxies`
 * proxies wrote. Entries to the left of it were written by the client and are ignored.
 * @returns null when neither names an address.
 */
export function clientAddress(
  peer: string | undefined,
  forwardedFor: string | null | undefined,
  trustedProxies = env().TRUST_PROXY,
): string | null {
  const hops = trustedProxies > 0 && forwardedFor ? forwardedFor.split(",") : [];
  const written = hops.at(-trustedProxies) ?? hops[0];
  const address = written === undefined ? undefined : bareAddress(written.trim());
  return address ?? peer ?? null;
}

/** Some proxies write the port too: `203.0.113.7:4711`, `[2001:db8::1]:4711`. */
function bareAddress(text: string): string | undefined {
  const withoutPort = /^\[(.+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(text);
  const address = withoutPort?.[1] ?? withoutPort?.[2] ?? text;
  return isIP(address) === 0 ? undefined : address;
}

/**
 * The name under which limits count an address: an IPv4 address itself, also when mapped into IPv6; an IPv6 address by
 * its first 64 bits, because a client usually holds the whole /64.
 */
export function countedAddress(address: string | null): string {
  if (address === null) return "unknown";
  if (isIP(address) === 0) return address;
  // The parser refuses some names of interfaces in a zone, such as that of a bridge with a hyphen.
  const parsed = ipaddr.process(address.replace(/%.*$/, ""));
  if (!("parts" in parsed)) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(":")}::/64`;
}

/** The name under which limits count the current request's client, in Next's handlers. */
export function callerAddress(forwardedFor: string | null | undefined): string {
  return countedAddress(clientAddress(currentPeer(), forwardedFor));
}
