import { expect, test } from "vitest";
import { newId } from "#lib/core/ids.ts";
import { parseSearch } from "#lib/domain/payments/listing/parse-search.ts";

const payment = newId("pay", new Date());
const merchant = newId("mrch", new Date());
const address = "f39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const hash = `0x${"Ab".repeat(32)}`;

test.for([
  [payment, { kind: "payment", id: payment }],
  [` http://till.test/pay/${payment} `, { kind: "payment", id: payment }],
  [`http://till.test/pay/${payment}/?lang=de#paid`, { kind: "payment", id: payment }],
  [`https://basescan.org/tx/${hash}#eventlog`, { kind: "transaction", hash: hash.toLowerCase() }],
  [merchant, { kind: "merchant", id: merchant }],
  [hash, { kind: "transaction", hash: hash.toLowerCase() }],
  [`https://basescan.org/tx/${hash}`, { kind: "transaction", hash: hash.toLowerCase() }],
  [hash.slice(2), { kind: "transaction", hash: hash.toLowerCase() }],
  [`eip155:8453:0x${address}`, { kind: "buyer", accounts: [`eip155:8453:0x${address.toLowerCase()}`] }],
  ["INVOICE/2026-11", { kind: "reference", text: "INVOICE/2026-11" }],
  ["pay_1", { kind: "reference", text: "pay_1" }],
  [hash.slice(2, 30), { kind: "reference", text: hash.slice(2, 30) }],
  ["0x709", { kind: "reference", text: "0x709" }],
] as const)("reads %j", ([text, search]) => {
  expect(parseSearch(text)).toEqual(search);
});

test.for([address, `0x${address}`, `https://basescan.org/address/0x${address}`, `0X${address.toUpperCase()}`])(
  "reads the address %s on every chain",
  (text) => {
    const search = parseSearch(text);
    expect(search).toMatchObject({ kind: "buyer" });
    expect(search).toHaveProperty("accounts", expect.arrayContaining([`eip155:56:0x${address.toLowerCase()}`]));
  },
);

test.for([
  ["0x7099", "0x7099", ""],
  [" 0X7099aB ", "0x7099ab", ""],
  ["0x7099…79C8", "0x7099", "79c8"],
  ["0x7099...79C8", "0x7099", "79c8"],
  [`0x${address.slice(0, 39)}`, `0x${address.slice(0, 39).toLowerCase()}`, ""],
] as const)("reads %j as the part of an address on every chain", ([text, start, end]) => {
  const search = parseSearch(text);
  expect(search).toMatchObject({ kind: "buyerPart", end });
  expect(search).toHaveProperty("starts", expect.arrayContaining([`eip155:8453:${start}`, `eip155:56:${start}`]));
});
