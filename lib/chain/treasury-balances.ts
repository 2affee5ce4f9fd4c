import type { Chain } from "#lib/chain/chains.ts";
import { erc20Abi } from "#lib/chain/contracts.ts";
import { chainClient } from "#lib/chain/nodes/clients.ts";
import { readFinalBlock } from "#lib/chain/nodes/final-block.ts";
import { tokensOfChain } from "#lib/chain/tokens.ts";
import type { Address } from "#lib/core/caip.ts";

/** A wallet's balance of a token in smallest units; null where the token gives no answer. */
type TokenBalance = { wallet: Address; token: Address; amount: bigint | null };

/** The balances and nonces of wallets at one final block. `native` is in wei. */
export type TreasuryBalances = {
  chainId: Chain["id"];
  blockNumber: bigint;
  tokens: TokenBalance[];
  wallets: { wallet: Address; nonce: bigint; native: bigint }[];
};

/**
 * Reads wallets' balances of each supported token of a chain, all at its newest final block, so that the numbers are
 * consistent. Asks the node for the head, then for everything else in one batch.
 * @throws Error when the node fails.
 */
export async function readTreasuryBalances(chainId: number, wallets: readonly Address[]): Promise<TreasuryBalances> {
  const client = chainClient(chainId);
  const blockNumber = await readFinalBlock(chainId);
  const pairs = wallets.flatMap((wallet) => tokensOfChain(chainId).map(({ address: token }) => ({ wallet, token })));
  const [tokens, own] = await Promise.all([
    Promise.all(pairs.map((pair) => balanceAt(chainId, pair, blockNumber))),
    Promise.all(
      wallets.map(async (wallet) => {
        const [nonce, native] = await Promise.all([
          client.getTransactionCount({ address: wallet, blockNumber }),
          client.getBalance({ address: wallet, blockNumber }),
        ]);
        return { wallet, nonce: BigInt(nonce), native };
      }),
    ),
  ]);
  return { chainId, blockNumber, tokens, wallets: own };
}

async function balanceAt(
  chainId: number,
  { wallet, token }: { wallet: Address; token: Address },
  blockNumber: bigint,
): Promise<TokenBalance> {
  const call = { address: token, abi: erc20Abi, functionName: "balanceOf", args: [wallet], blockNumber } as const;
  const amount = await chainClient(chainId)
    .readContract(call)
    .catch(() => null);
  return { wallet, token, amount };
}
