import { isIP, isIPv6 } from "node:net";

/**
 * Where a request comes from, as far as that can be known: the peer of the socket, or, behind `trustedProxies` proxies
 * of our own, what the outermost of them wrote into X-Forwarded-For. Whatever stands left of that is the client's own
 * word and is not looked at.
 * @returns null when neither names an address.
 */
export function clientAddress(
  peer: string | undefined,
  forwardedFor: string | undefined,
  trustedProxies: number,
): string | null {
  const hops = trustedProxies > 0 && forwardedFor !== undefined ? forwardedFor.split(",") : [];
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
 * The name under which an address is counted: an IPv4 address is itself, mapped into IPv6 or not; of IPv6 the first
 * 64 bits, because whoever has one such address has all of that network.
 */
export function countedAddress(address: string | null): string {
  if (address === null) return "unknown";
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  return isIPv6(address) ? networkOf(address) : address;
}

function networkOf(address: string): string {
  const [left = "", right = ""] = (address.split("%")[0] ?? "").split("::");
  const head = left === "" ? [] : left.split(":");
  const tail = right === "" ? [] : right.split(":");
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => "0");
  const groups = [...head, ...zeros, ...tail].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}
