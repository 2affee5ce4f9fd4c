import { chainClient } from "#lib/chain/clients.ts";
import { erc20Abi } from "#lib/chain/contracts.ts";
import type { Address } from "#lib/core/caip.ts";
import type { AtomicAmount } from "#lib/core/money.ts";

/**
 * Token balances on one chain, in the order of the pairs, in smallest units. All calls go out in one batch.
 * @throws Error when the node fails on one of them.
 */
export function readBalances(
  chainId: number,
  pairs: readonly { token: Address; account: Address }[],
): Promise<AtomicAmount[]> {
  const client = chainClient(chainId);
  return Promise.all(
    pairs.map(({ token, account }) =>
      client.readContract({ address: token, abi: erc20Abi, functionName: "balanceOf", args: [account] }),
    ),
  );
}
