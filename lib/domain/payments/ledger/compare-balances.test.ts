import { expect, test } from "vitest";
import { toCaip19 } from "#lib/core/caip.ts";
import { compareBalances } from "#lib/domain/payments/ledger/compare-balances.ts";
import { holdingKey } from "#lib/domain/payments/ledger/repository.ts";

const [chainId, blockNumber] = [8453, 9n];
const token = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
const asset = toCaip19({ chainId, address: token });
const relayer = "0x1111111111111111111111111111111111111111";
const other = "0x2222222222222222222222222222222222222222";

const compare = (amount: bigint | null) =>
  compareBalances([{ chainId, blockNumber, tokens: [{ wallet: relayer, token, amount }], wallets: [] }], {
    booked: new Map([
      [holdingKey(chainId, relayer, asset), 5n],
      [holdingKey(chainId, other, asset), 7n],
    ]),
    underWay: new Map(),
    accounts: [{ chainId, address: relayer, asset, role: "relayer", sinceBlock: 1n, unexplained: 0n }],
    wallets: [{ chainId, wallet: relayer, nextNonce: 0n }],
  }).differences;

test("what a fee recipient or treasury received that is no relayer wallet is not compared", () => {
  expect(compare(5n)).toEqual([]);
});

test("a relayer wallet's balance that could not be read is a difference", () => {
  expect(compare(null)).toMatchObject([{ kind: "not_checked", wallet: relayer, asset }]);
});

test("a balance that differs from the books is reported in both directions", () => {
  expect(compare(4n)).toMatchObject([{ kind: "deficit", amount: 1n }]);
  expect(compare(7n)).toMatchObject([{ kind: "surplus", amount: 2n }]);
});
