import fc from "fast-check";
import { decodeFunctionData, erc20Abi, type Hex, type TypedDataDefinition } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { describe, expect, test } from "vitest";
import { permit2Address } from "#lib/chain/contracts.ts";
import {
  approveCalldata,
  neededApprovals,
  type PermitTransfer,
  signTransferParams,
  transferHash,
} from "#lib/chain/permits/permit2.ts";
import { type EcdsaSignature, parseSignature, recoverSigner } from "#lib/chain/signatures/signatures.ts";
import { anyAddress, anyBytes32, anyPrivateKey, anyUint256 } from "#test/arbitrary/evm.ts";

type TypedDataJson = {
  domain: Record<string, unknown>;
  types: Record<string, { name: string; type: string }[]>;
  primaryType: string;
  message: Record<string, unknown>;
};

const ownerKey = "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";
const owner = privateKeyToAccount(ownerKey);
const transfer: PermitTransfer = {
  chainId: 56,
  token: "0x55d398326f99059fF775485246999027B3197955",
  owner: owner.address,
  spender: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  amount: 12_500_000_000_000_000_001n,
  nonce: BigInt(`0x${"ab".repeat(32)}`),
  deadline: 1_795_263_600n,
};

/** Parses the JSON parameter and signs it by EIP-712, as a wallet does. */
async function signAsWallet(signed: PermitTransfer, privateKey: Hex): Promise<EcdsaSignature> {
  const definition = JSON.parse(signTransferParams(signed)[1]) as TypedDataDefinition;
  const signature = parseSignature(await privateKeyToAccount(privateKey).signTypedData(definition));
  if (signature === null) throw new Error("the wallet's signature can't be read");
  return signature;
}

const isOwners = (signed: PermitTransfer, signature: EcdsaSignature) =>
  recoverSigner(transferHash(signed), signature) === signed.owner;

describe("the signature request", () => {
  const [signer, json] = signTransferParams(transfer);
  const typedData = JSON.parse(json) as TypedDataJson;

  test("has the signer in lower case and the typed data as one JSON string", () => {
    expect(signer).toBe(owner.address.toLowerCase());
    expect(Object.keys(typedData).sort()).toEqual(["domain", "message", "primaryType", "types"]);
  });

  test("is a PermitTransferFrom of Permit2, whose domain has no version", () => {
    expect(typedData.primaryType).toBe("PermitTransferFrom");
    expect(typedData.domain).toEqual({ name: "Permit2", chainId: 56, verifyingContract: permit2Address.toLowerCase() });
    const spelled = (type: string) => typedData.types[type]?.map((field) => `${field.type} ${field.name}`);
    expect(spelled("EIP712Domain")).toEqual(["string name", "uint256 chainId", "address verifyingContract"]);
    expect(spelled("PermitTransferFrom")).toEqual([
      "TokenPermissions permitted",
      "address spender",
      "uint256 nonce",
      "uint256 deadline",
    ]);
    expect(spelled("TokenPermissions")).toEqual(["address token", "uint256 amount"]);
  });

  test("has amount, nonce and deadline as decimal strings", () => {
    expect(typedData.message).toMatchObject({
      permitted: { amount: "12500000000000000001" },
      nonce: transfer.nonce.toString(),
      deadline: "1795263600",
    });
  });
});

describe("a wallet's signature", () => {
  const anyTransfer = fc.record({
    chainId: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
    token: anyAddress,
    spender: anyAddress,
    amount: anyUint256,
    nonce: anyBytes32.map(BigInt),
    deadline: anyUint256,
  });

  test("over the request's JSON recovers to the owner, for any payment", async () => {
    await fc.assert(
      fc.asyncProperty(anyTransfer, anyPrivateKey, async (fields, privateKey) => {
        const signed = { ...fields, owner: privateKeyToAccount(privateKey).address };
        expect(isOwners(signed, await signAsWallet(signed, privateKey))).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  test.for([
    ["another nonce", { nonce: transfer.nonce + 1n }],
    ["one unit more", { amount: transfer.amount + 1n }],
    ["one unit less", { amount: transfer.amount - 1n }],
    ["another token", { token: "0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d" }],
    ["another chain", { chainId: 1 }],
    ["another treasury", { spender: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC" }],
    ["a longer validity", { deadline: transfer.deadline + 1n }],
    ["another owner", { owner: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8" }],
  ] as const satisfies readonly (readonly [string, Partial<PermitTransfer>])[])(
    "isn't valid for %s",
    async ([, change]) => {
      const signature = await signAsWallet(transfer, ownerKey);
      expect(isOwners(transfer, signature)).toBe(true);
      expect(isOwners({ ...transfer, ...change }, signature)).toBe(false);
    },
  );
});

test("an approval allows Permit2 exactly the amount", () => {
  const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data: approveCalldata(7n) });
  expect([functionName, args]).toEqual(["approve", [permit2Address, 7n]]);
});

describe("before Permit2 can take 100,", () => {
  test.for([
    ["an allowance of 0 needs an approval", {}, 0n, [100n]],
    ["an allowance of 99 needs an approval", {}, 99n, [100n]],
    ["an allowance of 100 is enough", {}, 100n, []],
    ["an unlimited allowance is enough", {}, 2n ** 256n - 1n, []],
    [
      "an allowance of 0 needs one approval of a token that approves from zero only",
      { approvesFromZeroOnly: true },
      0n,
      [100n],
    ],
    [
      "an allowance of 1 is reset first for a token that approves from zero only",
      { approvesFromZeroOnly: true },
      1n,
      [0n, 100n],
    ],
    [
      "an allowance of 100 is enough for a token that approves from zero only",
      { approvesFromZeroOnly: true },
      100n,
      [],
    ],
  ] as const)("%s", ([, token, allowance, approvals]) => {
    expect(neededApprovals(token, allowance, 100n)).toEqual(approvals);
  });
});
