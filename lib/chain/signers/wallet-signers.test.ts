import { privateKeyToAccount } from "viem/accounts";
import { expect, test } from "vitest";
import { ownWallets, signerOf } from "#lib/chain/signers/wallet-signers.ts";

const key = `0x${"5a".repeat(32)}` as const;
Object.assign(process.env, {
  DATABASE_URL: "postgres://none@127.0.0.1:1/none",
  PUBLIC_URL: "http://till.test",
  RELAYER_PRIVATE_KEY: key,
});
const account = privateKeyToAccount(key);
const call = { chainId: 56, to: account.address, data: "0x1234", gas: 60_000n, nonce: 7, value: 0n } as const;

test.for([
  ["of a legacy chain", { ...call, type: "legacy", gasPrice: 3_000_000_000n } as const],
  ["with a tip", { ...call, type: "eip1559", maxFeePerGas: 9n, maxPriorityFeePerGas: 0n } as const],
  ["with nonce 0", { ...call, nonce: 0, type: "eip1559", maxFeePerGas: 9n } as const],
] as const)("a transaction %s is signed as viem signs it", async ([, transaction]) => {
  expect(ownWallets()).toEqual([account.address]);
  expect(await signerOf(account.address).signTransaction(transaction)).toBe(await account.signTransaction(transaction));
});

test("signing for a wallet without a key is an error", () => {
  expect(() => signerOf("0x0000000000000000000000000000000000000001")).toThrow("there is no key for");
});
