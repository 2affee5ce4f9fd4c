import type { Chain } from "#lib/chain/chains.ts";
import { chainClient } from "#lib/chain/clients.ts";
import { erc20Abi } from "#lib/chain/contracts.ts";
import { readFinalBlock } from "#lib/chain/final-block.ts";
import { tokensOfChain } from "#lib/chain/tokens.ts";
import type { Address } from "#lib/core/caip.ts";

/** What a wallet has of a token, in smallest units; null where the token does not say. */
type TokenBalance = { wallet: Address; token: Address; amount: bigint | null };

/** What wallets had at one block that is final, and how many transactions had left each of them by then. */
export type TreasuryBalances = {
  chainId: Chain["id"];
  blockNumber: bigint;
  tokens: TokenBalance[];
  wallets: { wallet: Address; nonce: bigint; native: bigint }[];
};

/**
 * Reads what wallets of ours have of each supported token of a chain, at the newest block that is final there: all of one
 * block, so that the numbers belong together. One batch of calls to the node after the one for the head.
 * @throws Error when the node does not answer.
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
