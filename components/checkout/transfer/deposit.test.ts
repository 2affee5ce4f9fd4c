import { describe, expect, test } from "vitest";
import {
  arrivedAtomic,
  assetOf,
  chainOf,
  type Deposit,
  depositStage,
  leftMoney,
  plainFigure,
  requestOf,
  shownDeposit,
} from "#components/checkout/transfer/deposit.ts";

const display = { assetSymbol: "USDC", assetName: "USD Coin", decimals: 6, networkName: "Base" };
const inUsdc = (value: bigint) => {
  const unit = "caip19/eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
  return { unit, value: String(value), display };
};

function deposit(received: bigint, pending: bigint, address = "0x1"): Deposit {
  const amount = 12_500_000n;
  const missing = amount - received - pending;
  return {
    address,
    uri: `ethereum:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913@8453/transfer?address=${address}&uint256=${amount}`,
    amount: inUsdc(amount),
    received: inUsdc(received),
    pending: inUsdc(pending),
    missing: inUsdc(missing > 0n ? missing : 0n),
    payableUntil: 0,
  };
}

const open = { isPastPayable: false, isRenewable: true };

describe("the stage of a transfer", () => {
  test.each([
    [0n, 0n, open, "waiting"],
    [0n, 4_500_000n, open, "partly"],
    [4_500_000n, 8_000_000n, open, "confirming"],
    [12_500_000n, 0n, { isPastPayable: true, isRenewable: false }, "confirming"],
    [0n, 0n, { isPastPayable: true, isRenewable: true }, "priceExpired"],
    [4_500_000n, 0n, { isPastPayable: true, isRenewable: false }, "over"],
  ] as const)(
    "with %s final and %s newer is what the buyer has to know: %j → %s",
    (received, pending, moment, stage) => {
      expect(depositStage(deposit(received, pending), moment)).toBe(stage);
    },
  );
});

describe("the shown address", () => {
  const [first, second] = [deposit(0n, 0n, "0x1"), deposit(0n, 0n, "0x2")];

  test("is the one chosen on this page, although the server still names the one before", () => {
    expect(shownDeposit(undefined, undefined)).toBeUndefined();
    expect(shownDeposit(first, undefined)).toBe(first);
    expect(shownDeposit(undefined, second)).toBe(second);
    expect(shownDeposit(first, second)).toBe(second);
  });

  test("is the one that has money, and its progress is the server's", () => {
    const paid = deposit(0n, 1n, "0x1");
    expect(shownDeposit(paid, second)).toBe(paid);
    expect(shownDeposit(paid, first)).toBe(paid);
    expect(arrivedAtomic(paid)).toBe(1n);
  });
});

describe("the money that is left at the end", () => {
  const common = { live: true, isFinal: true, pollInMs: null, info: null };
  const summaryOf = (left: ReturnType<typeof leftMoney>) => left && [left.kind, left.amount.value];

  test("is what arrived, unless it is dust or the payment is still open", () => {
    const partly = deposit(4_500_000n, 0n);
    expect(summaryOf(leftMoney({ ...common, status: "expired", deposit: partly }))).toEqual(["money", "4500000"]);
    expect(leftMoney({ ...common, status: "expired", deposit: deposit(125_000n, 0n) })).toBeNull();
    expect(leftMoney({ ...common, status: "expired" })).toBeNull();
    expect(leftMoney({ ...common, status: "requires_action", isFinal: false, deposit: partly })).toBeNull();
  });

  test("of a payment that succeeded is what was paid above the price", () => {
    const paidWith = (value: bigint) => {
      const info = { optionAmount: inUsdc(value), txId: "0x" };
      return summaryOf(leftMoney({ ...common, status: "succeeded", info, deposit: deposit(value, 0n) }));
    };
    expect(paidWith(12_500_000n)).toBeNull();
    expect(paidWith(12_600_000n)).toBeNull();
    expect(paidWith(14_000_000n)).toEqual(["tooMuch", "1500000"]);
  });
});

test.each([
  [12_500_000n, "12.50"],
  [12_000_000n, "12.00"],
  [1_234_567_891n, "1234.567891"],
  [10n, "0.00001"],
])("the figure of %s that is copied is exact, and as other apps read it: %s", (value, figure) => {
  expect(plainFigure(inUsdc(value))).toBe(figure);
});

test("a request asks for what is missing, on the chain of the token", () => {
  expect(requestOf(deposit(4_000_000n, 500_000n))).toMatch(/@8453\/transfer\?address=0x1&uint256=8000000$/);
  expect(chainOf(inUsdc(1n))).toBe("eip155:8453");
  expect(assetOf(inUsdc(1n))).toBe("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");
  expect(() => chainOf({ ...inUsdc(1n), unit: "iso4217/USD" })).toThrow("is not a token");
});
