import type { Hex } from "viem";
import { erc20Abi } from "#lib/chain/contracts.ts";
import { readLogs } from "#lib/chain/logs.ts";
import { chainClient } from "#lib/chain/nodes/clients.ts";
import { tokensOfChain } from "#lib/chain/tokens.ts";
import type { Address } from "#lib/core/caip.ts";

/** A transfer of a supported token, as its log shows it; `amount` in the token's smallest unit. */
export type TokenMovement = {
  token: Address;
  from: Address;
  to: Address;
  amount: bigint;
  txHash: Hex;
  logIndex: number;
  blockNumber: bigint;
};

/**
 * Reads the transfers of a chain's supported tokens into or out of addresses in a range of final blocks, both ends included.
 * Leaves out transfers of nothing, which anyone can make in anyone's name, and transfers of an address to itself.
 * @throws Error when the node fails or lags behind.
 */
export async function listTokenMovements(
  chainId: number,
  { to, from }: { to: readonly Address[]; from: readonly Address[] },
  range: { from: bigint; to: bigint },
): Promise<TokenMovement[]> {
  const client = chainClient(chainId);
  const tokens = tokensOfChain(chainId).map(({ address }) => address);
  const query = { address: tokens, abi: erc20Abi, eventName: "Transfer", strict: true } as const;
  const logs = await readLogs(client, chainId, range, async (blocks) => {
    const [incoming, outgoing] = await Promise.all([
      to.length === 0 ? [] : client.getContractEvents({ ...query, ...blocks, args: { to: [...to] } }),
      from.length === 0 ? [] : client.getContractEvents({ ...query, ...blocks, args: { from: [...from] } }),
    ]);
    return [...incoming, ...outgoing];
  });
  const found = new Map<string, TokenMovement>();
  for (const { address, args, transactionHash: txHash, logIndex, blockNumber } of logs) {
    const token = tokens.find((each) => each.toLowerCase() === address.toLowerCase());
    if (token === undefined || args.value === 0n || args.from === args.to) continue;
    found.set(`${txHash} ${logIndex}`, {
      token,
      from: args.from,
      to: args.to,
      amount: args.value,
      txHash,
      logIndex,
      blockNumber,
    });
  }
  return [...found.values()];
}
