import { decodeFunctionData, type Hex, isAddressEqual } from "viem";
import { erc20Abi } from "#lib/chain/contracts.ts";
import { readLogs } from "#lib/chain/logs.ts";
import { chainClient } from "#lib/chain/nodes/clients.ts";
import { readFinalBlock } from "#lib/chain/nodes/final-block.ts";
import { describePurpose } from "#lib/chain/relay/purpose.ts";
import { type Execution, isSameCall, type RelayTransaction } from "#lib/chain/relay/relay-transaction.ts";

/** The search starts this many blocks back where the transaction has no `sinceBlock`. */
const blocksBack = 10_000n;

/**
 * Finds a final, successful transaction with the same call as a payout, a token's `transfer` out of the wallet, by its
 * `Transfer` log.
 * @param listKnown returns the hashes that belong to other relay transactions, whose calls may be identical.
 * @throws Error when the node fails, or the call is no `transfer`.
 */
export async function findSameTransfer(
  transaction: RelayTransaction,
  listKnown: (hashes: readonly Hex[]) => Promise<ReadonlySet<Hex>>,
): Promise<Execution | null> {
  const { chainId, sinceBlock, wallet: from, target: address, calldata: data, purpose } = transaction;
  const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data });
  if (functionName !== "transfer") throw new Error(`${describePurpose(purpose)} is not a token transfer`);
  const client = chainClient(chainId);
  const query = { address, abi: erc20Abi, eventName: "Transfer", args: { from, to: args[0] } } as const;
  const to = await readFinalBlock(chainId);
  const earliest = to > blocksBack ? to - blocksBack : 0n;
  const logs = await readLogs(chainId, { from: sinceBlock ?? earliest, to }, (range) =>
    client.getContractEvents({ ...query, ...range }),
  );
  const hashes = [...new Set(logs.map(({ transactionHash }) => transactionHash))];
  const known = await listKnown(hashes);
  for (const hash of hashes.filter((each) => !known.has(each))) {
    // A node that has the log but not the transaction makes this fail, which decides nothing.
    const [sent, receipt] = await Promise.all([
      client.getTransaction({ hash }),
      client.getTransactionReceipt({ hash }),
    ]);
    const isSame = isAddressEqual(sent.from, from) && isSameCall(transaction, sent);
    if (receipt.status === "success" && isSame) return { receipt, nonce: BigInt(sent.nonce) };
  }
  return null;
}
