import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** Azure answers its own machines at this address, which no registry marks as special. */
const azureHost = "168.63.129.16";

/** The only IPv6 block that is allocated as global unicast; ipaddr.js calls every unlisted address unicast. */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/** IETF protocol assignments, of which ipaddr.js lists only the blocks in use. */
const protocolAssignments = ipaddr.IPv6.parseCIDR("2001::/23");

/**
 * True for an address that is reachable on the public internet: not private, reserved or special-purpose (IANA's
 * registries), and without an embedded IPv4 address.
 * @param address in standard notation, as a resolver or `URL` writes it. Any other notation (`127.1`, `0x7f.0.0.1`, a
 * zone) isn't public.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes("%") || address === azureHost) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  return parsed instanceof ipaddr.IPv4 || (parsed.match(globalUnicast) && !parsed.match(protocolAssignments));
}
