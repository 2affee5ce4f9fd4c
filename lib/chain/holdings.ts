import { findMulticall3 } from "#lib/chain/capabilities.ts";
import { quickChainClient } from "#lib/chain/clients.ts";
import { erc20Abi, multicall3Address, permit2Address } from "#lib/chain/contracts.ts";
import { refused } from "#lib/chain/node-error.ts";
import type { Address } from "#lib/core/caip.ts";
import type { AtomicAmount } from "#lib/core/money.ts";

/** What an account has of one token, and how much of that Permit2 may take, in smallest units. */
type Holding = { balance: AtomicAmount; allowance: AtomicAmount };

export type AccountHoldings = {
  account: Address;
  /** A contract that signs by ERC-1271. A key's account that delegates to code (EIP-7702) still signs with its key. */
  isContract: boolean;
  /** In the order of the tokens that were asked for. */
  holdings: readonly Holding[];
};

const delegation = "0xef0100";

/**
 * Reads balances, Permit2 allowances and the kind of many accounts on one chain, all in one round trip: one call
 * through Multicall3 (sent along as code where the chain has none), and the accounts' codes in the same batch. A token
 * that gives no answer counts as empty.
 * @throws Error when the node fails.
 */
export async function readHoldings(
  chainId: number,
  accounts: readonly Address[],
  tokens: readonly Address[],
): Promise<AccountHoldings[]> {
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
  // What is no contract's doing is the node's failure, which viem repeats for every call.
  const read = amounts.map(({ result, error }) => (error === undefined ? result : (refused(error) ?? 0n)));
  return accounts.map((account, index) => {
    const first = index * tokens.length;
    const holdings = tokens.map((_, offset) => holdingAt(read, first + offset));
    const code = codes[index];
    return { account, isContract: code !== undefined && !code.startsWith(delegation), holdings };
  });
}

function holdingAt(amounts: readonly bigint[], index: number): Holding {
  return { balance: amounts[index * 2] ?? 0n, allowance: amounts[index * 2 + 1] ?? 0n };
}
