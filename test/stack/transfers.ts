import { erc20Abi } from "#lib/chain/contracts.ts";
import { defaultRouter } from "#lib/chain/router/routers.ts";
import type { Token } from "#lib/chain/tokens.ts";
import type { TestChain } from "#test/chain/with-chain.ts";

/** Returns every transfer of a token between two accounts since a block, from the chain's logs. */
export async function listTransfers(
  chain: TestChain,
  token: Token,
  from: `0x${string}`,
  to: `0x${string}`,
  sinceBlock: bigint,
): Promise<bigint[]> {
  const logs = await chain.client.getContractEvents({
    address: token.address,
    abi: erc20Abi,
    eventName: "Transfer",
    args: { from, to },
    fromBlock: sinceBlock,
    strict: true,
  });
  return logs.map(({ args }) => args.value);
}

/** Returns every amount that the payment router has pulled from an account since a block. */
export function listCollected(
  chain: TestChain,
  token: Token,
  payer: `0x${string}`,
  sinceBlock: bigint,
): Promise<bigint[]> {
  return listTransfers(chain, token, payer, defaultRouter, sinceBlock);
}
