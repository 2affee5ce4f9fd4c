import { createPublicClient, type Hex, http, parseEther } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { fundAccounts } from "#scripts/devnet/fund-accounts.ts";
import { stack } from "./stack.ts";

export type Buyer = { privateKey: Hex; address: Hex };

/** Creates a buyer with a new account that holds tokens and some native coin on these chains. */
export async function createBuyer(chainIds: readonly number[] = [8453, 56]): Promise<Buyer> {
  const privateKey = generatePrivateKey();
  const buyer = { privateKey, address: privateKeyToAccount(privateKey).address };
  await fundBuyer(buyer, chainIds);
  return buyer;
}

/** Gives a buyer tokens and some native coin on these chains. */
export async function fundBuyer({ address }: Buyer, chainIds: readonly number[]): Promise<void> {
  for (const { chainId, rpcUrl } of stack().chains.filter((chain) => chainIds.includes(chain.chainId))) {
    await fundAccounts(rpcUrl, chainId, [{ address, nativeWei: parseEther("1"), wholeTokens: 1_000n }]);
  }
}

/** Returns the number of the buyer's transactions that the chain has mined. */
export function countTransactions({ address }: Buyer, chainId: number): Promise<number> {
  const node = stack().chains.find((chain) => chain.chainId === chainId);
  return createPublicClient({ transport: http(node?.rpcUrl) }).getTransactionCount({ address });
}
