import { findMulticall3 } from "#lib/chain/capabilities.ts";
import { isSimulated } from "#lib/chain/chains.ts";
import { erc20Abi, multicall3Address, permit2Address } from "#lib/chain/contracts.ts";
import { quickChainClient } from "#lib/chain/nodes/clients.ts";
import { refused } from "#lib/chain/nodes/node-error.ts";
import { simulatedChain } from "#lib/chain/simulated-chain.ts";
import type { Address } from "#lib/core/caip.ts";
import type { AtomicAmount } from "#lib/core/money.ts";

/** An account's balance of one token and Permit2's allowance for it, in smallest units. */
type Holding = { balance: AtomicAmount; allowance: AtomicAmount };

export type AccountHoldings = {
  account: Address;
  /** True for a contract, which signs by ERC-1271. An account that delegates to code (EIP-7702) still signs with its key. */
  isContract: boolean;
  /** True for both. */
  hasCode: boolean;
  /** In the order of the requested tokens. */
  holdings: readonly Holding[];
};

const delegation = "0xef0100";

/**
 * Reads balances, Permit2 allowances and contract codes of many accounts on one chain in one round trip: one Multicall3 call,
 * with Multicall3's code sent along where the chain lacks it, and the codes in the same batch. A token that gives no answer
 * counts as 0.
 * @throws Error when the node fails.
 */
export async function readHoldings(
  chainId: number,
  accounts: readonly Address[],
  tokens: readonly Address[],
): Promise<AccountHoldings[]> {
  if (isSimulated(chainId)) return accounts.map((account) => simulatedChain.holdingsOf(account, tokens));
  const client = quickChainClient(chainId);
  const contracts = accounts.flatMap((account) =>
    tokens.flatMap((address) => [
      { address, abi: erc20Abi, functionName: "balanceOf", args: [account] } as const,
      { address, abi: erc20Abi, functionName: "allowance", args: [account, permit2Address] } as const,
    ]),
  );
  const via = (await findMulticall3(chainId)) === null ? { deployless: true } : { multicallAddress: multicall3Address };
  const [amounts, codes] = await Promise.all([
    client.multicall({ ...via, contracts, batchSize: 0, allowFailure: true }),
    Promise.all(accounts.map((address) => client.getCode({ address }))),
  ]);
  // viem reports a failure of the node as the error of every call; only a contract's own failure counts as 0.
  const read = amounts.map(({ result, error }) => (error === undefined ? result : (refused(error) ?? 0n)));
  return accounts.map((account, index) => {
    const first = index * tokens.length;
    const holdings = tokens.map((_, offset) => holdingAt(read, first + offset));
    const code = codes[index];
    const hasCode = code !== undefined;
    return { account, isContract: hasCode && !code.startsWith(delegation), hasCode, holdings };
  });
}

function holdingAt(amounts: readonly bigint[], index: number): Holding {
  return { balance: amounts[index * 2] ?? 0n, allowance: amounts[index * 2 + 1] ?? 0n };
}
