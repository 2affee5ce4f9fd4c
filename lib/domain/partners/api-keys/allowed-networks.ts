import ipaddr from "ipaddr.js";

/**
 * Parses the network of an API key's allow-list: an address, or a network as CIDR.
 * @returns the network as CIDR, without host bits; null when it is malformed.
 */
export function parseNetwork(text: string): string | null {
  const isAddress = ipaddr.isValid(text) && (text.includes(":") || ipaddr.IPv4.isValidFourPartDecimal(text));
  if (isAddress) {
    const address = ipaddr.process(text);
    return `${address}/${address.kind() === "ipv4" ? 32 : 128}`;
  }
  // A shortened address isn't the one that it begins with: 203.0.113/24 would be the network 203.0.0.0.
  if (!ipaddr.IPv6.isValidCIDR(text) && !ipaddr.IPv4.isValidCIDRFourPartDecimal(text)) return null;
  const [address, bits] = ipaddr.parseCIDR(text);
  // isInNetworks compares IPv4 addresses that are mapped into IPv6 as IPv4.
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()) {
    return bits < 96 ? null : parseNetwork(`${address.toIPv4Address()}/${bits - 96}`);
  }
  const network =
    address.kind() === "ipv4" ? ipaddr.IPv4.networkAddressFromCIDR(text) : ipaddr.IPv6.networkAddressFromCIDR(text);
  return `${network}/${bits}`;
}

/** True when a list names no network, or one that an address is in. IPv4 addresses that are mapped into IPv6 count as IPv4. */
export function isInNetworks(address: string | null, networks: readonly string[]): boolean {
  if (networks.length === 0) return true;
  if (address === null || !ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return networks.some((network) => {
    const [base, bits] = ipaddr.parseCIDR(network);
    return base.kind() === parsed.kind() && parsed.match(base, bits);
  });
}
