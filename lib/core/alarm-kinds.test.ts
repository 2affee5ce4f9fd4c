import { expect, test } from "vitest";
import { levelOf } from "#lib/core/alarm-kinds.ts";

test.for([
  ["an error of a live chain", "chain_down", "8453", { chainId: 8453 }, "error"],
  ["an error of a testnet", "chain_down", "84532", { chainId: 84_532 }, "warn"],
  ["an error of a testnet's payment", "payment_lost", "pay_1", { chainId: 84_532 }, "warn"],
  ["a difference of a testnet's books", "books_differ", "84532 deficit 0x1 eip155:84532/erc20:0x2", {}, "warn"],
  ["a difference of live books", "books_differ", "8453 deficit 0x1 eip155:8453/erc20:0x2", {}, "error"],
  [
    "an entry that doesn't fit, on whichever chain",
    "books_differ",
    "not_booked owed eip155:84532/erc20:0x2",
    {},
    "error",
  ],
  ["a token of a testnet", "token_check", "97:USDC", {}, "warn"],
  ["an address that begins with digits", "signer_down", "97aaaa", {}, "error"],
  ["an address", "signer_down", "0x97", {}, "error"],
  ["a notice of a testnet", "payment_recovered", "pay_1", { chainId: 84_532 }, "info"],
] as const)("%s", ([, kind, subject, facts, level]) => {
  expect(levelOf(kind, subject, facts)).toBe(level);
});
