import { describe, expect, test } from "vitest";
import { clientAddress, countedAddress } from "#lib/edge/client-address.ts";

const peer = "10.0.0.1";

describe("the address of a client", () => {
  test("is the socket's without a trusted proxy, ignoring X-Forwarded-For", () => {
    expect(clientAddress(peer, "203.0.113.7", 0)).toBe(peer);
    expect(clientAddress(peer, undefined, 0)).toBe(peer);
  });

  test.for([
    ["what the one proxy saw", "203.0.113.7", 1, "203.0.113.7"],
    ["what the proxy saw, not what the client claimed before", "1.1.1.1, 203.0.113.7", 1, "203.0.113.7"],
    ["what the outer of two proxies saw", "1.1.1.1, 203.0.113.7,10.0.0.9", 2, "203.0.113.7"],
    ["the first entry if there are fewer entries than proxies", "203.0.113.7", 2, "203.0.113.7"],
    ["without the port", "203.0.113.7:4711", 1, "203.0.113.7"],
    ["IPv6", "2001:db8::1", 1, "2001:db8::1"],
    ["IPv6 in brackets", "[2001:db8::1]", 1, "2001:db8::1"],
    ["IPv6 with a port", "[2001:db8::1]:443", 1, "2001:db8::1"],
    ["the socket's if the entry isn't an address", "1.1.1.1, unknown", 1, peer],
    ["the socket's if the entry is a name", "evil.example", 1, peer],
    ["the socket's if the entry is empty", "", 1, peer],
  ] as const)("behind trusted proxies is %s", ([, forwardedFor, proxies, address]) => {
    expect(clientAddress(peer, forwardedFor, proxies)).toBe(address);
  });

  test("is unknown without a socket address and a proxy's entry", () => {
    expect(clientAddress(undefined, "203.0.113.7", 0)).toBeNull();
    expect(clientAddress(undefined, undefined, 1)).toBeNull();
    expect(clientAddress(undefined, "203.0.113.7", 1)).toBe("203.0.113.7");
  });
});

test.for([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::ffff", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002::1", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["fe80::1%br-4f1c.2", "fe80:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  [null, "unknown"],
] as const)("%s is counted as %s", ([address, name]) => {
  expect(countedAddress(address)).toBe(name);
});
