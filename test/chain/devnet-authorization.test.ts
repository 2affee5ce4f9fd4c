import { encodeFunctionData, type Hex, keccak256, parseAbi, parseEventLogs, parseSignature, toHex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Token, tokensOfChain } from "#lib/chain/tokens.ts";
import { startTestChain, type TestChain } from "#test/chain/with-chain.ts";

const abi = parseAbi([
  "function balanceOf(address) view returns (uint256)",
  "function authorizationState(address authorizer, bytes32 nonce) view returns (bool)",
  "function receiveWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)",
  "function receiveWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)",
  "function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)",
  "function cancelAuthorization(address authorizer, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)",
  "function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)",
  "event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)",
  "event Transfer(address indexed from, address indexed to, uint256 value)",
]);
const types = {
  ReceiveWithAuthorization: [
    { name: "from", type: "address" },
    { name: "to", type: "address" },
    { name: "value", type: "uint256" },
    { name: "validAfter", type: "uint256" },
    { name: "validBefore", type: "uint256" },
    { name: "nonce", type: "bytes32" },
  ],
} as const;
const permitTypes = {
  Permit: [
    { name: "owner", type: "address" },
    { name: "spender", type: "address" },
    { name: "value", type: "uint256" },
    { name: "nonce", type: "uint256" },
    { name: "deadline", type: "uint256" },
  ],
  CancelAuthorization: [
    { name: "authorizer", type: "address" },
    { name: "nonce", type: "bytes32" },
  ],
} as const;
const value = 12_345_678n;
const endOfTime = 2n ** 256n - 1n;

/** A contract wallet that accepts every signature: any call returns ERC-1271's magic value. */
const agreeableWallet: Hex = `0x7f1626ba7e${"00".repeat(28)}60005260206000f3`;

let chain: TestChain;

beforeAll(async () => {
  chain = await startTestChain({ chainId: 8453 });
});
afterAll(() => chain.stop());

test.each(tokensOfChain(8453))("$symbol: an authorization moves exactly its amount, and only once", async (token) => {
  const { buyers, relayer } = chain.accounts;
  const message = messageOf(token.symbol);
  const before = await balances(token);

  const hash = await submit(token, message, relayer.privateKey);

  const receipt = await chain.client.waitForTransactionReceipt({ hash });
  const logs = parseEventLogs({ abi, logs: receipt.logs });
  expect(logs.map(({ eventName, args }) => ({ eventName, args }))).toEqual([
    { eventName: "AuthorizationUsed", args: { authorizer: message.from, nonce: message.nonce } },
    { eventName: "Transfer", args: { from: message.from, to: message.to, value } },
  ]);
  expect(receipt.status).toBe("success");
  const moved = { buyer: before.buyer - value, relayer: before.relayer + value };
  expect(await balances(token)).toEqual(moved);
  const args = [message.from, message.nonce] as const;
  const state = { address: token.address, abi, functionName: "authorizationState", args } as const;
  expect(await chain.client.readContract(state)).toBe(true);

  const again = await chain.client.waitForTransactionReceipt({
    hash: await submit(token, message, relayer.privateKey),
  });
  expect(again.status).toBe("reverted");
  expect(await balances(token)).toEqual(moved);

  async function balances({ address }: Token) {
    const balanceOf = (owner: Hex) =>
      chain.client.readContract({ address, abi, functionName: "balanceOf", args: [owner] });
    return { buyer: await balanceOf(buyerOf(buyers).address), relayer: await balanceOf(relayer.address) };
  }
});

test("only the payee can submit an authorization to receive", async () => {
  const token = usdc();
  const stranger = buyerOf(chain.accounts.buyers.slice(1));
  const hash = await submit(token, messageOf("stranger"), stranger.privateKey);
  expect((await chain.client.waitForTransactionReceipt({ hash })).status).toBe("reverted");
});

test("Circle's tokens accept the signature of a contract wallet", async () => {
  const { address } = usdc();
  const { relayer } = chain.accounts;
  const wallet = "0x00000000000000000000000000000000c0ffee00";
  await chain.client.setCode({ address: wallet, bytecode: agreeableWallet });
  const mint = { address, abi: parseAbi(["function mint(address, uint256)"]), functionName: "mint" } as const;
  const minted = await chain.client.writeContract({
    ...mint,
    args: [wallet, value],
    account: relayer.address,
    chain: null,
  });
  await chain.client.waitForTransactionReceipt({ hash: minted });
  const nonce = keccak256(toHex("contract wallet"));
  const args = [wallet, relayer.address, value, 0n, endOfTime, nonce, "0x01"] as const;
  const call = { address, abi, functionName: "receiveWithAuthorization", args } as const;
  const hash = await chain.client.writeContract({ ...call, account: relayer.address, chain: null });
  expect((await chain.client.waitForTransactionReceipt({ hash })).status).toBe("success");
  expect(await chain.client.readContract({ address, abi, functionName: "balanceOf", args: [wallet] })).toBe(0n);
});

describe("Circle's tokens take no signature of a key for an account that delegates to code (EIP-7702), but that of its code", () => {
  const delegating = () => {
    const account = chain.accounts.buyers[1];
    if (account === undefined) throw new Error("no second buyer");
    return privateKeyToAccount(account.privateKey);
  };
  const delegateTo = async (code: Hex) => {
    const target = "0x00000000000000000000000000000000c0ffee01";
    await chain.client.setCode({ address: target, bytecode: code });
    await chain.client.setCode({ address: delegating().address, bytecode: `0xef0100${target.slice(2)}` });
  };
  /** Code that answers every call, with nothing. */
  const silent = "0x00";

  test.each([
    ["receiveWithAuthorization", "ReceiveWithAuthorization"],
    ["transferWithAuthorization", "TransferWithAuthorization"],
  ] as const)("%s", async (functionName, primaryType) => {
    const token = usdc();
    const { relayer } = chain.accounts;
    const owner = delegating();
    const message = { ...messageOf(functionName), from: owner.address };
    const domain = { ...token.domains[0], chainId: token.chainId, verifyingContract: token.address };
    const named = { [primaryType]: types.ReceiveWithAuthorization };
    const signature = await owner.signTypedData({ domain, types: named, primaryType, message });
    const { r, s, yParity } = parseSignature(signature);
    const { from, to, validAfter, validBefore, nonce } = message;
    const args = [from, to, value, validAfter, validBefore, nonce, yParity + 27, r, s] as const;
    const call = { address: token.address, abi, functionName, args, account: relayer.address, gas: 300_000n } as const;
    const send = async () => {
      const hash = await chain.client.writeContract({ ...call, chain: null });
      return (await chain.client.waitForTransactionReceipt({ hash })).status;
    };
    await delegateTo(silent);
    expect(await send()).toBe("reverted");
    await delegateTo(agreeableWallet);
    expect(await send()).toBe("success");
  });

  test("permit and cancelAuthorization", async () => {
    const token = usdc();
    const { relayer } = chain.accounts;
    const owner = delegating();
    const domain = { ...token.domains[0], chainId: token.chainId, verifyingContract: token.address };
    const permit = { owner: owner.address, spender: relayer.address, value, nonce: 0n, deadline: endOfTime };
    const cancel = { authorizer: owner.address, nonce: keccak256(toHex("cancelled")) };
    const permitted = parseSignature(
      await owner.signTypedData({ domain, types: permitTypes, primaryType: "Permit", message: permit }),
    );
    const cancelled = parseSignature(
      await owner.signTypedData({ domain, types: permitTypes, primaryType: "CancelAuthorization", message: cancel }),
    );
    const parts = ({ r, s, yParity }: typeof permitted) => [yParity + 27, r, s] as const;
    const data = [
      encodeFunctionData({
        abi,
        functionName: "permit",
        args: [permit.owner, permit.spender, value, endOfTime, ...parts(permitted)],
      }),
      encodeFunctionData({
        abi,
        functionName: "cancelAuthorization",
        args: [cancel.authorizer, cancel.nonce, ...parts(cancelled)],
      }),
    ];
    const sendAll = () =>
      Promise.all(
        data.map(async (each) => {
          const call = { account: relayer.address, chain: null, to: token.address, data: each, gas: 300_000n } as const;
          const hash = await chain.client.sendTransaction(call);
          return (await chain.client.waitForTransactionReceipt({ hash })).status;
        }),
      );
    await delegateTo(silent);
    expect(await sendAll()).toEqual(["reverted", "reverted"]);
    await delegateTo(agreeableWallet);
    expect(await sendAll()).toEqual(["success", "success"]);
  });
});

function messageOf(seed: string) {
  const { buyers, relayer } = chain.accounts;
  const nonce = keccak256(toHex(seed));
  const from = buyerOf(buyers).address;
  return { from, to: relayer.address, value, validAfter: 0n, validBefore: endOfTime, nonce };
}

/** Signs as the buyer and sends as the owner of `sender`, without an estimate, so that a failing call is mined too. */
async function submit(token: Token, message: ReturnType<typeof messageOf>, sender: Hex): Promise<Hex> {
  const domain = { ...token.domains[0], chainId: token.chainId, verifyingContract: token.address };
  const buyer = privateKeyToAccount(buyerOf(chain.accounts.buyers).privateKey);
  const signature = await buyer.signTypedData({ domain, types, primaryType: "ReceiveWithAuthorization", message });
  const { r, s, yParity } = parseSignature(signature);
  const { from, to, validAfter, validBefore, nonce } = message;
  const data = encodeFunctionData({
    abi,
    functionName: "receiveWithAuthorization",
    args: [from, to, value, validAfter, validBefore, nonce, yParity + 27, r, s],
  });
  const account = privateKeyToAccount(sender);
  return chain.client.sendTransaction({ account, chain: null, to: token.address, data, gas: 300_000n });
}

function usdc(): Token {
  const [token] = tokensOfChain(8453);
  if (token === undefined) throw new Error("no token on Base");
  return token;
}

function buyerOf<T>([first]: readonly T[]): T {
  if (first === undefined) throw new Error("no buyer");
  return first;
}
