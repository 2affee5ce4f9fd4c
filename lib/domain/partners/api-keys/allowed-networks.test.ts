import { expect, test } from "vitest";
import { isInNetworks, parseNetwork } from "#lib/domain/partners/api-keys/allowed-networks.ts";

test.for([
  ["203.0.113.7", "203.0.113.7/32"],
  ["203.0.113.7/24", "203.0.113.0/24"],
  ["::ffff:203.0.113.7", "203.0.113.7/32"],
  ["2001:db8::1", "2001:db8::1/128"],
  ["2001:db8::1/32", "2001:db8::/32"],
  ["::ffff:203.0.113.7/120", "203.0.113.0/24"],
  ["::ffff:cb00:7107/128", "203.0.113.7/32"],
  ["::ffff:203.0.113.7/95", null],
  ["::/0", "::/0"],
  ["203.0.113", null],
  ["203.0.113/24", null],
  ["203.0.113.07/32", null],
  ["0xcb007107/32", null],
  ["203.0.113.7/33", null],
  ["shop.example", null],
  ["0x7f.1", null],
  ["", null],
] as const)("%j is the network %s", ([text, network]) => {
  expect(parseNetwork(text)).toBe(network);
});

test.for([
  ["203.0.113.7", ["203.0.113.0/24"], true],
  ["::ffff:203.0.113.7", ["203.0.113.0/24"], true],
  ["203.0.114.7", ["203.0.113.0/24", "198.51.100.1/32"], false],
  ["2001:db8:1::1", ["203.0.113.0/24", "2001:db8::/32"], true],
  ["203.0.113.7", ["2001:db8::/32"], false],
  [null, ["203.0.113.0/24"], false],
  [null, [], true],
] as const)("%s in %j: %s", ([address, networks, isIn]) => {
  expect(isInNetworks(address, networks)).toBe(isIn);
});
