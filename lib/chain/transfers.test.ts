import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeEventTopics,
  type Hex,
  type Log,
  parseAbiParameters,
  zeroHash,
} from "viem";
import { describe, expect, test } from "vitest";
import { erc20Abi } from "#lib/chain/contracts.ts";
import { findTransfer, measureArrival, transferCalldata } from "#lib/chain/transfers.ts";
import type { Address } from "#lib/core/caip.ts";

const usdc = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
const eurc = "0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42";
const buyer = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const treasury = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const stranger = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const expected = { token: usdc, from: buyer, to: treasury, atLeast: 1_000n } as const;

type Transfer = { token: Address; from: Address; to: Address; value: bigint; logIndex: number };

function log(address: Address, topics: Hex[], data: Hex, logIndex: number): Log {
  return {
    address: address.toLowerCase() as Address,
    topics: topics as [Hex, ...Hex[]],
    data,
    logIndex,
    blockHash: zeroHash,
    blockNumber: 1n,
    blockTimestamp: 0n,
    transactionHash: zeroHash,
    transactionIndex: 0,
    removed: false,
  };
}

function transferLog(fields: Partial<Transfer> = {}): Log {
  const { token, from, to, value, logIndex } = {
    ...{ token: usdc, from: buyer, to: treasury, value: 1_000n, logIndex: 3 },
    ...fields,
  } satisfies Transfer;
  const topics = encodeEventTopics({ abi: erc20Abi, eventName: "Transfer", args: { from, to } }) as Hex[];
  return log(token, topics, encodeAbiParameters(parseAbiParameters("uint256"), [value]), logIndex);
}

describe("the expected transfer is found", () => {
  test("by its token, parties and amount, with the index of its log", () => {
    expect(findTransfer([transferLog()], expected)).toEqual({ logIndex: 3, amount: 1_000n });
  });

  test("with what really arrived where that is more", () => {
    expect(findTransfer([transferLog({ value: 1_500n })], expected)).toEqual({ logIndex: 3, amount: 1_500n });
  });

  test("behind logs of other tokens, other parties and smaller amounts", () => {
    const logs = [
      transferLog({ token: eurc, logIndex: 0 }),
      transferLog({ to: stranger, logIndex: 1 }),
      transferLog({ value: 1n, logIndex: 2 }),
      transferLog({ logIndex: 7 }),
    ];
    expect(findTransfer(logs, expected)).toEqual({ logIndex: 7, amount: 1_000n });
  });

  test("once, the first, where there are two", () => {
    const logs = [transferLog({ logIndex: 4 }), transferLog({ logIndex: 5, value: 9_000n })];
    expect(findTransfer(logs, expected)).toEqual({ logIndex: 4, amount: 1_000n });
  });
});

describe("not the expected transfer is", () => {
  test.for([
    ["one of another token, whatever its symbol", [transferLog({ token: eurc })]],
    ["one from somebody else", [transferLog({ from: stranger })]],
    ["one to somebody else", [transferLog({ to: stranger })]],
    ["one the other way round", [transferLog({ from: treasury, to: buyer })]],
    ["one of one unit less", [transferLog({ value: 999n })]],
    ["two halves of it", [transferLog({ value: 500n, logIndex: 1 }), transferLog({ value: 500n, logIndex: 2 })]],
    ["none at all", []],
    [
      "an approval of the same parties and amount",
      [
        log(
          usdc,
          ["0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925", ...transferLog().topics.slice(1)],
          transferLog().data,
          1,
        ),
      ],
    ],
    [
      "a log of the token that can't be read as a Transfer",
      [log(usdc, transferLog().topics.slice(0, 1), "0x", 1), log(usdc, [...transferLog().topics], "0x12", 2)],
    ],
  ] as const)("%s", ([, logs]) => {
    expect(findTransfer(logs, expected)).toBeNull();
  });
});

test("the call that transfers names receiver and amount", () => {
  const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data: transferCalldata(treasury, 5n) });
  expect([functionName, args]).toEqual(["transfer", [treasury, 5n]]);
});

describe("what has come and stayed", () => {
  const back = { from: treasury, to: stranger } as const;

  test.for([
    ["is one transfer's amount", [transferLog()], 1_000n],
    [
      "is less when the token kept a fee",
      [transferLog({ to: stranger, value: 10n }), transferLog({ value: 990n })],
      990n,
    ],
    ["is less by what left again", [transferLog(), transferLog({ ...back, value: 10n, logIndex: 4 })], 990n],
    ["is the sum of two", [transferLog(), transferLog({ value: 5n, logIndex: 4 })], 1_005n],
    ["is not what another sent", [transferLog(), transferLog({ from: stranger, logIndex: 4 })], 1_000n],
    ["is not another token's", [transferLog({ token: eurc, logIndex: 1 }), transferLog()], 1_000n],
  ] as const)("%s", ([, logs, amount]) => {
    expect(measureArrival(logs, expected)).toEqual({ logIndex: 3, amount });
  });

  test.for([
    ["without a transfer", []],
    ["with a transfer of nothing", [transferLog({ value: 0n })]],
    ["when all of it left again", [transferLog(), transferLog(back)]],
    ["when it went elsewhere", [transferLog({ to: stranger })]],
  ] as const)("is nothing %s", ([, logs]) => {
    expect(measureArrival(logs, expected)).toBeNull();
  });
});
