import { encodeFunctionData, type Hex, parseAbi, serializeErc6492Signature, type TypedDataDefinition } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { Address } from "#lib/core/caip.ts";
import { SMART_WALLET_FACTORY } from "#scripts/devnet/contract-codes.ts";
import type { TestChain } from "#test/chain/with-chain.ts";

const factoryAbi = parseAbi([
  "function createWallet(address owner, bytes32 salt) returns (address)",
  "function walletOf(address owner, bytes32 salt) view returns (address)",
]);
const walletAbi = parseAbi(["function execute(address target, uint256 value, bytes data) payable returns (bytes)"]);

/** A contract wallet of one owner, which may not be deployed yet. */
export type SmartWallet = {
  address: Address;
  isDeployed(): Promise<boolean>;
  /** Deploys it unless it is already. */
  deploy(): Promise<void>;
  /** Makes a call as the wallet, deploying it if needed. @returns the hash of a mined transaction, reverted or not. */
  execute(target: Address, data: Hex): Promise<Hex>;
  /** Signs for ERC-1271; wrapped for ERC-6492 while the wallet isn't deployed. */
  sign(typedData: TypedDataDefinition): Promise<Hex>;
};

/**
 * Returns the wallet of an owner and a salt on a local chain.
 * @param owner the key of an account with native coin, which sends the wallet's transactions.
 */
export async function smartWalletOf(chain: TestChain, owner: Hex, salt: Hex): Promise<SmartWallet> {
  const { client } = chain;
  const account = privateKeyToAccount(owner);
  const seed = [account.address, salt] as const;
  const factory = { address: SMART_WALLET_FACTORY, abi: factoryAbi, args: seed } as const;
  const address = await client.readContract({ ...factory, functionName: "walletOf" });
  const creation = encodeFunctionData({ ...factory, functionName: "createWallet" });
  const isDeployed = async () => (await client.getCode({ address })) !== undefined;
  // With a fixed gas limit, because an estimate would reject a call that reverts.
  const send = async (to: Address, data: Hex) => {
    const hash = await client.sendTransaction({ account, chain: null, to, data, gas: 1_000_000n });
    await client.waitForTransactionReceipt({ hash });
    return hash;
  };
  const deploy = async () => {
    if (!(await isDeployed())) await send(SMART_WALLET_FACTORY, creation);
  };
  return {
    address,
    isDeployed,
    deploy,
    async execute(target, data) {
      await deploy();
      return send(address, encodeFunctionData({ abi: walletAbi, functionName: "execute", args: [target, 0n, data] }));
    },
    async sign(typedData) {
      const signature = await account.signTypedData(typedData);
      if (await isDeployed()) return signature;
      return serializeErc6492Signature({ address: SMART_WALLET_FACTORY, data: creation, signature });
    },
  };
}
