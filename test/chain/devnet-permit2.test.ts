import { type Hex, maxUint256, parseAbi, parseUnits } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { permit2Address } from "#lib/chain/contracts.ts";
import { type Token, tokensOfChain } from "#lib/chain/tokens.ts";
import { startTestChain, type TestChain } from "#test/chain/with-chain.ts";

const tokenAbi = parseAbi([
  "function approve(address spender, uint256 value) returns (bool)",
  "function balanceOf(address) view returns (uint256)",
]);
const permit2Abi = parseAbi([
  "function permitTransferFrom(((address token, uint256 amount) permitted, uint256 nonce, uint256 deadline) permit, (address to, uint256 requestedAmount) transferDetails, address owner, bytes signature)",
]);
const types = {
  PermitTransferFrom: [
    { name: "permitted", type: "TokenPermissions" },
    { name: "spender", type: "address" },
    { name: "nonce", type: "uint256" },
    { name: "deadline", type: "uint256" },
  ],
  TokenPermissions: [
    { name: "token", type: "address" },
    { name: "amount", type: "uint256" },
  ],
} as const;

// Ethereum's tether returns nothing from its functions; Binance's pegs return a boolean.
describe.each([1, 56])("Permit2 on local chain %i", (chainId) => {
  let chain: TestChain;

  beforeAll(async () => {
    chain = await startTestChain({ chainId });
  });
  afterAll(() => chain.stop());

  const permitted = tokensOfChain(chainId).filter(({ method }) => method === "permit2");
  test.each(permitted)("$symbol is collected by a signature, and only once", async (token) => {
    const [buyer] = chain.accounts.buyers;
    if (buyer === undefined) throw new Error("no buyer");
    const { relayer } = chain.accounts;
    const amount = parseUnits("12.5", token.decimals);
    const approve = { address: token.address, abi: tokenAbi, functionName: "approve" } as const;
    const approval = { ...approve, args: [permit2Address, maxUint256], account: buyer.address, chain: null } as const;
    await chain.client.waitForTransactionReceipt({ hash: await chain.client.writeContract(approval) });
    const permit = { permitted: { token: token.address, amount }, nonce: BigInt(token.address), deadline: maxUint256 };
    const domain = { name: "Permit2", chainId, verifyingContract: permit2Address };
    const message = { ...permit, spender: relayer.address };
    const account = privateKeyToAccount(buyer.privateKey);
    const signature = await account.signTypedData({ domain, types, primaryType: "PermitTransferFrom", message });

    const first = await submit(permit, { to: relayer.address, requestedAmount: amount }, buyer.address, signature);
    const second = await submit(permit, { to: relayer.address, requestedAmount: amount }, buyer.address, signature);

    expect([first, second]).toEqual(["success", "reverted"]);
    expect(await balanceOf(token, relayer.address)).toBe(amount);
    expect(await balanceOf(token, buyer.address)).toBe(parseUnits("10000", token.decimals) - amount);
  });

  async function submit(
    permit: { permitted: { token: Hex; amount: bigint }; nonce: bigint; deadline: bigint },
    details: { to: Hex; requestedAmount: bigint },
    owner: Hex,
    signature: Hex,
  ): Promise<"success" | "reverted"> {
    const { address: account } = chain.accounts.relayer;
    const args = [permit, details, owner, signature] as const;
    const call = { address: permit2Address, abi: permit2Abi, functionName: "permitTransferFrom", args } as const;
    // Without an estimate, which would reject a call that reverts.
    const hash = await chain.client.writeContract({ ...call, account, chain: null, gas: 300_000n });
    return (await chain.client.waitForTransactionReceipt({ hash })).status;
  }

  function balanceOf({ address }: Token, owner: Hex): Promise<bigint> {
    return chain.client.readContract({ address, abi: tokenAbi, functionName: "balanceOf", args: [owner] });
  }
});

test("Ethereum's USDT returns nothing, and an allowance must be reset before it is changed", async () => {
  const chain = await startTestChain({ chainId: 1 });
  try {
    const usdt = tokensOfChain(1).find(({ symbol }) => symbol === "USDT");
    const [buyer] = chain.accounts.buyers;
    if (usdt === undefined || buyer === undefined) throw new Error("Ethereum has USDT, and there are buyers.");
    const approve = async (value: bigint) => {
      const call = { address: usdt.address, abi: tokenAbi, functionName: "approve", gas: 100_000n } as const;
      const args = [permit2Address, value] as const;
      const hash = await chain.client.writeContract({ ...call, args, account: buyer.address, chain: null });
      return (await chain.client.waitForTransactionReceipt({ hash })).status;
    };
    expect([await approve(1n), await approve(2n), await approve(0n), await approve(2n)]).toEqual([
      "success",
      "reverted",
      "success",
      "success",
    ]);
    const data: Hex = `0xa9059cbb${permit2Address.slice(2).padStart(64, "0")}${"1".padStart(64, "0")}`;
    expect((await chain.client.call({ account: buyer.address, to: usdt.address, data })).data).toBeUndefined();
  } finally {
    await chain.stop();
  }
});
