import { erc20Abi } from "#lib/chain/contracts.ts";
import { chainClient } from "#lib/chain/nodes/clients.ts";
import { readFinalBlock } from "#lib/chain/nodes/final-block.ts";
import { type Address, type Caip19, parseCaip19 } from "#lib/core/caip.ts";

/**
 * Reads a wallet's balance of a token or of native coin, in smallest units: the lower of that at the newest final block and that
 * at the head, so that neither a payment that may be undone nor money that has just left counts.
 * @throws Error when the node fails.
 */
export async function readSettledBalance(
  chainId: number,
  wallet: Address,
  asset: Caip19,
): Promise<{ balance: bigint; finalBlock: bigint }> {
  const client = chainClient(chainId);
  const token = parseCaip19(asset)?.address;
  const finalBlock = await readFinalBlock(chainId);
  const read = (at: { blockNumber: bigint } | { blockTag: "latest" }) =>
    token === undefined
      ? client.getBalance({ address: wallet, ...at })
      : client.readContract({ address: token, abi: erc20Abi, functionName: "balanceOf", args: [wallet], ...at });
  const [settled, latest] = await Promise.all([read({ blockNumber: finalBlock }), read({ blockTag: "latest" })]);
  const hasLeft = latest < settled;
  return { balance: hasLeft ? latest : settled, finalBlock };
}

/** A balance of a token, in smallest units, and the wallet's next nonce, both after the same block. */
export type BalanceAt = { balance: bigint; nextNonce: bigint };

/**
 * Reads a wallet's balance of a token at the newest final block and at the head. The nonces say which of the
 * wallet's own transactions have changed it.
 * @throws Error when the node fails.
 */
export async function readBalancesAt(chainId: number, wallet: Address, token: Address): Promise<BalanceAt[]> {
  const client = chainClient(chainId);
  const blocks = await Promise.all([readFinalBlock(chainId), client.getBlockNumber()]);
  return Promise.all(
    blocks.map(async (blockNumber) => {
      const [balance, nonce] = await Promise.all([
        client.readContract({
          address: token,
          abi: erc20Abi,
          functionName: "balanceOf",
          args: [wallet],
          blockNumber,
        }),
        client.getTransactionCount({ address: wallet, blockNumber }),
      ]);
      return { balance, nextNonce: BigInt(nonce) };
    }),
  );
}
