import { BlockList, isIP } from "node:net";

/** Everything in IANA's IPv4 special-purpose registry, and multicast. */
const specialIpv4 = subnets("ipv4", [
  "0.0.0.0/8", // this network
  "10.0.0.0/8", // private
  "100.64.0.0/10", // carrier-grade NAT, and a cloud's metadata service
  "127.0.0.0/8", // loopback
  "169.254.0.0/16", // link-local, and most clouds' metadata services
  "172.16.0.0/12", // private
  "192.0.0.0/24", // protocol assignments
  "192.0.2.0/24", // documentation
  "192.31.196.0/24", // AS112
  "192.52.193.0/24", // AMT
  "192.88.99.0/24", // 6to4 relays
  "192.168.0.0/16", // private
  "192.175.48.0/24", // AS112
  "198.18.0.0/15", // benchmarks
  "198.51.100.0/24", // documentation
  "203.0.113.0/24", // documentation
  "224.0.0.0/4", // multicast
  "240.0.0.0/4", // reserved, broadcast
  "168.63.129.16/32", // not reserved, but Azure answers its own machines there
]);

/** What is handed out as global unicast. Mapped, compatible, translated and local addresses are all outside. */
const globalIpv6 = subnets("ipv6", ["2000::/3"]);

/** What IANA's IPv6 special-purpose registry has inside of that. */
const specialIpv6 = subnets("ipv6", [
  "2001::/23", // protocol assignments: Teredo, benchmarks, AMT, AS112, ORCHID, drones
  "2001:db8::/32", // documentation
  "2002::/16", // 6to4: an IPv4 address in disguise
  "2620:4f:8000::/48", // AS112
  "3fff::/20", // documentation
]);

/**
 * True for an address that anybody on the internet may be reached at: neither private nor reserved, nor one that
 * carries an IPv4 address inside.
 * @param address in plain notation, as a resolver or `URL` writes it; in any other notation it is not public.
 */
export function isPublicAddress(address: string): boolean {
  const family = address.includes("%") ? 0 : isIP(address);
  if (family === 4) return !specialIpv4.check(address, "ipv4");
  return family === 6 && globalIpv6.check(address, "ipv6") && !specialIpv6.check(address, "ipv6");
}

function subnets(family: "ipv4" | "ipv6", ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = "", prefix = ""] = range.split("/");
    list.addSubnet(network, Number(prefix), family);
  }
  return list;
}
