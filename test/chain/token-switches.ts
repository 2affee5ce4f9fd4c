import { parseAbi, parseGwei } from "viem";
import type { Token } from "#lib/chain/tokens.ts";
import type { Address } from "#lib/core/caip.ts";
import type { TestChain } from "#test/chain/with-chain.ts";

const abi = parseAbi([
  "function mint(address account, uint256 value)",
  "function setFrozen(address account, bool isFrozen)",
  "function setPaused(bool isPaused)",
  "function setFeeBps(uint16 feeBps)",
]);

/**
 * The issuer's controls of a local chain's token (TokenSwitches.sol). Each resolves when it is mined, ahead of all
 * transactions already pending.
 */
export type Issuer = {
  mint(account: Address, value: bigint): Promise<void>;
  setFrozen(account: Address, isFrozen: boolean): Promise<void>;
  setPaused(isPaused: boolean): Promise<void>;
  /** In basis points of the transferred amount. */
  setFeeBps(feeBps: number): Promise<void>;
};

/** The issuer of a token. Make its calls one by one: anvil gives concurrent transactions the same nonce. */
export function issuerOf({ client, accounts }: TestChain, { address }: Token): Issuer {
  const call = { address, abi, account: accounts.faucet.address, chain: null, gas: 200_000n } as const;

  /** More than all pending bids together, because anvil mines the best bid first. */
  const bid = async () => {
    const { pending } = await client.getTxpoolContent();
    // viem returns these as the node wrote them, as hexadecimal text, despite its types.
    const bids = Object.values(pending)
      .flatMap(Object.values)
      .map(({ maxFeePerGas, gasPrice }) => BigInt(maxFeePerGas ?? gasPrice ?? 0));
    const fee = bids.reduce((sum, one) => sum + one, parseGwei("2"));
    return { maxFeePerGas: fee, maxPriorityFeePerGas: fee };
  };
  const mined = async (sent: Promise<`0x${string}`>) => {
    const { status } = await client.waitForTransactionReceipt({ hash: await sent });
    if (status !== "success") throw new Error("the issuer's transaction reverted");
  };
  return {
    mint: async (account, value) =>
      mined(client.writeContract({ ...call, ...(await bid()), functionName: "mint", args: [account, value] })),
    setFrozen: async (account, isFrozen) =>
      mined(client.writeContract({ ...call, ...(await bid()), functionName: "setFrozen", args: [account, isFrozen] })),
    setPaused: async (isPaused) =>
      mined(client.writeContract({ ...call, ...(await bid()), functionName: "setPaused", args: [isPaused] })),
    setFeeBps: async (feeBps) =>
      mined(client.writeContract({ ...call, ...(await bid()), functionName: "setFeeBps", args: [feeBps] })),
  };
}
