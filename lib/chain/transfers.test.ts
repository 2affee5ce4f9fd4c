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
import { eip3009Abi, erc20Abi } from "#lib/chain/contracts.ts";
import { findTransfer, measureOrdered, transferCalldata } from "#lib/chain/transfers.ts";
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
    token: usdc,
    from: buyer,
    to: treasury,
    value: 1_000n,
    logIndex: 3,
    ...fields,
  } satisfies Transfer;
  const topics = encodeEventTopics({ abi: erc20Abi, eventName: "Transfer", args: { from, to } }) as Hex[];
  return log(token, topics, encodeAbiParameters(parseAbiParameters("uint256"), [value]), logIndex);
}

describe("findTransfer finds the expected transfer", () => {
  test("by its token, parties and amount, with the index of its log", () => {
    expect(findTransfer([transferLog()], expected)).toEqual({ logIndex: 3, amount: 1_000n });
  });

  test("with its actual amount when that is more than expected", () => {
    expect(findTransfer([transferLog({ value: 1_500n })], expected)).toEqual({ logIndex: 3, amount: 1_500n });
  });

  test("after logs of other tokens, other parties and smaller amounts", () => {
    const logs = [
      transferLog({ token: eurc, logIndex: 0 }),
      transferLog({ to: stranger, logIndex: 1 }),
      transferLog({ value: 1n, logIndex: 2 }),
      transferLog({ logIndex: 7 }),
    ];
    expect(findTransfer(logs, expected)).toEqual({ logIndex: 7, amount: 1_000n });
  });

  test("and returns the first of two", () => {
    const logs = [transferLog({ logIndex: 4 }), transferLog({ logIndex: 5, value: 9_000n })];
    expect(findTransfer(logs, expected)).toEqual({ logIndex: 4, amount: 1_000n });
  });
});

describe("findTransfer does not accept", () => {
  test.for([
    ["a transfer of another token contract", [transferLog({ token: eurc })]],
    ["a transfer from another account", [transferLog({ from: stranger })]],
    ["a transfer to another account", [transferLog({ to: stranger })]],
    ["a transfer in the opposite direction", [transferLog({ from: treasury, to: buyer })]],
    ["a transfer of one unit less", [transferLog({ value: 999n })]],
    [
      "two transfers of half the amount",
      [transferLog({ value: 500n, logIndex: 1 }), transferLog({ value: 500n, logIndex: 2 })],
    ],
    ["a receipt without logs", []],
    [
      "an Approval of the same parties and amount",
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

describe("measureOrdered", () => {
  const [own, other] = [`0x${"1".repeat(64)}`, `0x${"2".repeat(64)}`] as [Hex, Hex];
  const ordered = { token: usdc, from: buyer, to: treasury, amount: 1_000n, nonce: own } as const;
  const used = (nonce: Hex, logIndex: number) => {
    const args = { authorizer: buyer, nonce } as const;
    const topics = encodeEventTopics({ abi: eip3009Abi, eventName: "AuthorizationUsed", args }) as Hex[];
    return log(usdc, topics, "0x", logIndex);
  };
  const delivered = { amount: 1_000n, recipient: treasury, isDelivered: true };

  test("counts the transfer by its authorization, and no other of the transaction", () => {
    const logs = [
      transferLog({ logIndex: 0 }),
      ...[used(other, 1), transferLog({ logIndex: 2 })],
      ...[used(own, 3), transferLog({ logIndex: 4 }), transferLog({ to: stranger, value: 70n, logIndex: 5 })],
    ];
    expect(measureOrdered(logs, ordered)).toEqual({ ...delivered, logIndex: 4 });
  });

  test("adds what the token keeps, which isn't delivered, up to the amount", () => {
    const logs = [
      used(own, 0),
      ...[transferLog({ to: stranger, value: 10n, logIndex: 1 }), transferLog({ value: 990n, logIndex: 2 })],
      transferLog({ to: stranger, value: 5n, logIndex: 3 }),
    ];
    expect(measureOrdered(logs, ordered)).toEqual({ ...delivered, logIndex: 1, isDelivered: false });
  });

  test("names the recipient of the log when it isn't the ordered one", () => {
    const logs = [used(own, 0), transferLog({ to: stranger, logIndex: 1 })];
    const expectedLog = { logIndex: 1, amount: 1_000n, recipient: stranger, isDelivered: false };
    expect(measureOrdered(logs, ordered)).toEqual(expectedLog);
  });

  test("finds nothing where the authorization was used and another one's transfer follows", () => {
    expect(measureOrdered([used(own, 0), used(other, 1), transferLog({ logIndex: 2 })], ordered)).toBeNull();
  });

  test("counts all that left by a plain call, and a transfer to the sender itself", () => {
    const logs = [transferLog({ to: stranger, value: 10n, logIndex: 1 }), transferLog({ value: 990n, logIndex: 2 })];
    expect(measureOrdered(logs, ordered)).toEqual({ ...delivered, logIndex: 1, isDelivered: false });
    const toItself = { ...ordered, to: ordered.from };
    expect(measureOrdered([transferLog({ to: buyer, logIndex: 3 })], toItself)).toEqual({
      logIndex: 3,
      amount: 1_000n,
      recipient: buyer,
      isDelivered: true,
    });
  });
});

test("transferCalldata encodes recipient and amount", () => {
  const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data: transferCalldata(treasury, 5n) });
  expect([functionName, args]).toEqual(["transfer", [treasury, 5n]]);
});
