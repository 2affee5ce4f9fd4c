import type { Hex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { TestChain } from "#test/chain/with-chain.ts";

/** Sends with the relayer's key, bypassing the relay; resolves when it is mined. @throws Error when it reverts. */
export async function sendAsRelayer(chain: TestChain, nonce: number, to: Hex, data: Hex): Promise<Hex> {
  const { client, chainId, accounts } = chain;
  const account = privateKeyToAccount(accounts.relayer.privateKey);
  const fees = { maxFeePerGas: (await client.getGasPrice()) * 3n, maxPriorityFeePerGas: 1_000n };
  const call = { nonce, to, data, gas: 500_000n, value: 0n };
  const raw = await account.signTransaction({ chainId, type: "eip1559", ...call, ...fees });
  const hash = await client.sendRawTransaction({ serializedTransaction: raw });
  const { status } = await client.waitForTransactionReceipt({ hash });
  if (status !== "success") throw new Error(`${hash} reverted`);
  return hash;
}
