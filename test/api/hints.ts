import fc from "fast-check";
import { ownMerchant, ownOption, ownPayment, ownSignature } from "#test/api/any-request.ts";
import type { Hints } from "#test/arbitrary/json-schema.ts";

const [usdc, eurc, account] = [
  "eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
  "caip19/eip155:8453/erc20:0x60a3e35cc302bfa44cb288bc5a4f316fdb1adb42",
  "eip155:8453:0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
];
const assets = [usdc, eurc, "eip155:56/erc20:0x55d398326f99059fF775485246999027B3197955", "eip155:8453/erc20:0x0"];
const accounts = [
  "eip155:56:0x70997970c51812dc3a010c7d01b50e0d17dc79c8",
  "eip155:8453:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
  "eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79c8",
  "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv",
];
const nowSeconds = Math.floor(Date.now() / 1_000);

/** Draws mostly from the first values and occasionally from the others. */
const usually = <T>(usual: readonly T[], odd: readonly T[]) =>
  fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...usual) }, fc.constantFrom(...odd));
const anyAccount = usually([account], accounts);

/**
 * Values for request fields with rules beyond their schema: some that succeed, and some that such a rule refuses.
 */
export const hints: Hints = {
  unit: usually(["iso4217/USD", "iso4217/EUR"], ["iso4217/JPY", "iso4217/XXX", `caip19/${usdc}`, "iso4217/usd"]),
  value: usually(["1250", "24900000"], ["1", "10", `1${"0".repeat(77)}`, "9".repeat(78)]),
  expiresAt: usually([nowSeconds + 3_600], [nowSeconds + 700_000, nowSeconds, 0, -1, Number.MAX_SAFE_INTEGER]),
  successUrl: usually(["https://shop.example/thanks"], ["http://shop.example", "javascript:alert(1)"]),
  errorUrl: usually(["https://shop.example/sorry?a=b"], ["//shop.example", "https://"]),
  // Only IP addresses, local or unassigned, so that no test queries a name server.
  iconUrl: usually<string | null>(
    [null],
    ["https://127.0.0.1/a.png", "https://[::1]/", "https://0x7f.1/", "https://10.0.0.1:1/"],
  ),
  url: usually(
    ["https://shop.example/webhooks?a=b"],
    [
      "http://shop.example",
      "https://10.0.0.1/",
      "https://a:b@shop.example/",
      "https://shop.example/#x",
      "https://localhost",
      "x",
    ],
  ),
  merchantIds: usually<string[]>([[], [ownMerchant]], [["mrch_01J00000000000000000000000"], ["x"]]),
  settlements: fc.array(fc.record({ asset: usually([eurc], assets), destination: anyAccount }), {
    minLength: 1,
    maxLength: 2,
  }),
  asset: usually([usdc], assets),
  destination: anyAccount,
  accounts: fc.array(anyAccount, { minLength: 1, maxLength: 3 }),
  optionId: usually([ownOption], ["opt_01J00000000000000000000000", "opt_\u0000"]),
  paymentId: usually([ownPayment], ["pay_01J00000000000000000000000"]),
  results: usually(
    [[{ type: "walletRpc", data: [ownSignature] }]],
    [
      [],
      [{ type: "walletRpc", data: [] }],
      [{ type: "x", data: ["0x"] }],
      [{ type: "walletRpc", data: [ownSignature, "0xaa"] }],
    ],
  ),
  // Stored unchanged.
  excludeFromRelayer: usually<unknown>([null, { a: [1.5, "\u{1f4b8}"] }], ["\0", { "\ud800": [] }, "\udc00"]),
  // Nothing changes meanwhile, so a long poll would wait its full time.
  maxPollMs: fc.constantFrom(0, 1, 20),
  merchantId: fc.subarray([ownMerchant, "mrch_01J00000000000000000000000"], { minLength: 1 }),
  token_symbol: fc.subarray(["USDC", "EURC", "usdc", "NONE"], { minLength: 1 }),
  network: fc.subarray(["eip155:8453", "eip155:56", "eip155:999999"], { minLength: 1 }),
};
