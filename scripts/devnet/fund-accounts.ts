import { type Hex, parseAbi, parseEther, parseUnits } from "viem";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { type Token, tokensOfChain } from "#lib/chain/tokens.ts";
import type { Address } from "#lib/core/caip.ts";
import { devAccounts } from "#scripts/devnet/accounts.ts";
import { type AnvilClient, connectAnvil } from "#scripts/devnet/anvil-client.ts";

/** The minimum balances of an account. */
export type Funding = {
  readonly address: Address;
  readonly nativeWei: bigint;
  /** The minimum of each of the chain's tokens, in whole tokens. */
  readonly wholeTokens: bigint;
};

const abi = parseAbi([
  "function balanceOf(address account) view returns (uint256)",
  "function mint(address account, uint256 value)",
]);

/**
 * Raises the balances of accounts on an installed local chain to a minimum; higher balances stay. Native coin
 * is set directly, tokens are minted by transactions in a block that is mined immediately. Calls may be
 * concurrent, also of several processes.
 * @throws Error when a transaction fails, for example because the tokens aren't installed.
 */
export async function fundAccounts(rpcUrl: string, chainId: number, accounts: readonly Funding[]): Promise<void> {
  const client = connectAnvil(rpcUrl);
  await raiseNative(client, devAccounts().faucet.address, parseEther("1"));
  const faucet = await openFaucet(client);
  const minted: Hex[] = [];
  for (const { address, nativeWei, wholeTokens } of accounts) {
    await raiseNative(client, address, nativeWei);
    for (const token of wholeTokens > 0n ? tokensOfChain(chainId) : []) {
      const floor = parseUnits(String(wholeTokens), token.decimals);
      minted.push(...(await raiseToken(client, token, address, floor, faucet)));
    }
  }
  if (minted.length > 0) await client.mine({ blocks: 1 });
  const receipts = await Promise.all(minted.map((hash) => client.waitForTransactionReceipt({ hash })));
  if (receipts.some(({ status }) => status !== "success")) throw new Error(`Minting failed on chain ${chainId}.`);
}

/** Returns an account that sends for one call only: anvil gives concurrent transactions of an account the same nonce. */
async function openFaucet(client: AnvilClient): Promise<Address> {
  const address = privateKeyToAddress(generatePrivateKey());
  await client.impersonateAccount({ address });
  await client.setBalance({ address, value: parseEther("1") });
  return address;
}

async function raiseNative(client: AnvilClient, address: Address, floorWei: bigint): Promise<void> {
  if ((await client.getBalance({ address })) < floorWei) await client.setBalance({ address, value: floorWei });
}

async function raiseToken(
  client: AnvilClient,
  { address }: Token,
  owner: Address,
  floor: bigint,
  faucet: Address,
): Promise<Hex[]> {
  const balance = await client.readContract({ address, abi, functionName: "balanceOf", args: [owner] });
  if (balance >= floor) return [];
  const args = [owner, floor - balance] as const;
  const call = { address, abi, functionName: "mint", args, account: faucet, chain: null, gas: 200_000n } as const;
  return [await client.writeContract(call)];
}
