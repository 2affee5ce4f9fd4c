import { decodeFunctionData, type Hex, isAddressEqual } from "viem";
import { eip3009Abi, erc20Abi, permit2Abi, permit2Address } from "#lib/chain/contracts.ts";
import { chainClient } from "#lib/chain/nodes/clients.ts";
import { readFinalBlock } from "#lib/chain/nodes/final-block.ts";
import { describePurpose } from "#lib/chain/relay/purpose.ts";
import { type Execution, isSameCall, type RelayTransaction } from "#lib/chain/relay/relay-transaction.ts";
import type { Address } from "#lib/core/caip.ts";

/** Nodes limit the range of a log query. */
const blocksPerQuery = 2_000n;
/** The search starts this many blocks back where the transaction has no `sinceBlock`. */
const blocksBack = 10_000n;

type Search = Pick<RelayTransaction, "chainId" | "sinceBlock">;

/**
 * Finds the final transaction that used an EIP-3009 authorization, by the token's `AuthorizationUsed` log. A cancelled
 * authorization has none.
 * @throws Error when the node fails, or shows the authorization as used without a log of its use.
 */
export async function findAuthorizationUse(
  search: Search,
  { token, authorizer, nonce }: { token: Address; authorizer: Address; nonce: Hex },
): Promise<Execution | null> {
  const client = chainClient(search.chainId);
  const contract = { address: token, abi: eip3009Abi } as const;
  const find = (eventName: "AuthorizationUsed" | "AuthorizationCanceled") =>
    inEachRange(search, (range) =>
      client.getContractEvents({ ...contract, eventName, args: { authorizer, nonce }, ...range }),
    );
  const [used] = await find("AuthorizationUsed");
  if (used !== undefined) return readExecution(search.chainId, used.transactionHash, () => true);
  const isSpent = await client.readContract({
    ...contract,
    functionName: "authorizationState",
    args: [authorizer, nonce],
    blockNumber: await readFinalBlock(search.chainId),
  });
  if (isSpent && (await find("AuthorizationCanceled")).length === 0) throw missingLog(search.chainId);
  return null;
}

/**
 * Finds the final transaction that used an owner's Permit2 nonce: one with the same call, because Permit2 logs no use.
 * @returns null where the nonce is unused, or its owner used or invalidated it in another way.
 * @throws Error when the node fails, or shows the nonce as used without a log of anything that can have used it.
 */
export async function findPermitUse(
  transaction: RelayTransaction,
  { token, owner, to, nonce }: { token: Address; owner: Address; to: Address; nonce: bigint },
): Promise<Execution | null> {
  const { chainId } = transaction;
  if (!(await isPermitUsed(chainId, owner, nonce))) return null;
  const found = await findSameCall(transaction, { token, from: owner, to });
  if (found !== null) return found;
  const client = chainClient(chainId);
  const [invalidated, moved] = await Promise.all([
    inEachRange(transaction, (range) =>
      client.getContractEvents({
        address: permit2Address,
        abi: permit2Abi,
        eventName: "UnorderedNonceInvalidation",
        args: { owner },
        ...range,
      }),
    ),
    // The nonce may have been used for a transfer of any token.
    inEachRange(transaction, (range) =>
      client.getContractEvents({ abi: erc20Abi, eventName: "Transfer", args: { from: owner }, ...range }),
    ),
  ]);
  if (invalidated.length + moved.length === 0) throw missingLog(chainId);
  return null;
}

function missingLog(chainId: number): Error {
  return new Error(`a node of chain ${chainId} shows a signature as used without a log of its use`);
}

/** True when an owner's Permit2 nonce has been used or invalidated in a final block. */
async function isPermitUsed(chainId: number, owner: Address, nonce: bigint): Promise<boolean> {
  const bitmap = await chainClient(chainId).readContract({
    address: permit2Address,
    abi: permit2Abi,
    functionName: "nonceBitmap",
    args: [owner, nonce >> 8n],
    blockNumber: await readFinalBlock(chainId),
  });
  return ((bitmap >> (nonce & 255n)) & 1n) === 1n;
}

/**
 * Finds a final, successful transaction of the same wallet with exactly the same call, among those with a `Transfer` log
 * between these parties.
 * @param listKnown returns the hashes that belong to other relay transactions, whose calls may be identical.
 * @throws Error when the node fails.
 */
async function findSameCall(
  transaction: RelayTransaction,
  { token, from, to }: { token: Address; from: Address; to: Address },
  listKnown: (hashes: readonly Hex[]) => Promise<ReadonlySet<Hex>> = async () => new Set(),
): Promise<Execution | null> {
  const { chainId, sinceBlock, wallet } = transaction;
  const client = chainClient(chainId);
  const query = { address: token, abi: erc20Abi, eventName: "Transfer", args: { from, to } } as const;
  const logs = await inEachRange({ chainId, sinceBlock }, (range) => client.getContractEvents({ ...query, ...range }));
  const hashes = [...new Set(logs.map(({ transactionHash }) => transactionHash))];
  const known = await listKnown(hashes);
  for (const hash of hashes.filter((each) => !known.has(each))) {
    const execution = await readExecution(
      chainId,
      hash,
      (one) => isAddressEqual(one.from, wallet) && isSameCall(transaction, one),
    );
    if (execution !== null) return execution;
  }
  return null;
}

/**
 * Finds a final transaction with the same call as a payout, a token's `transfer` out of the wallet.
 * @param listKnown returns the hashes that belong to other relay transactions, whose calls may be identical.
 * @throws Error when the node fails, or the call is no `transfer`.
 */
export function findSameTransfer(
  transaction: RelayTransaction,
  listKnown: (hashes: readonly Hex[]) => Promise<ReadonlySet<Hex>>,
): Promise<Execution | null> {
  const { wallet: from, target: token, calldata: data, purpose } = transaction;
  const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data });
  if (functionName !== "transfer") throw new Error(`${describePurpose(purpose)} is not a token transfer`);
  return findSameCall(transaction, { token, from, to: args[0] }, listKnown);
}

async function inEachRange<T>(
  { chainId, sinceBlock }: Search,
  ask: (range: { fromBlock: bigint; toBlock: bigint }) => Promise<readonly T[]>,
): Promise<T[]> {
  const last = await readFinalBlock(chainId);
  const earliest = last > blocksBack ? last - blocksBack : 0n;
  const found: T[] = [];
  for (let from = sinceBlock ?? earliest; from <= last; from += blocksPerQuery) {
    const end = from + blocksPerQuery - 1n;
    found.push(...(await ask({ fromBlock: from, toBlock: end < last ? end : last })));
  }
  return found;
}

type SentTransaction = { from: Address; to: Address | null; input: Hex; nonce: number };

async function readExecution(
  chainId: number,
  hash: Hex,
  matches: (one: SentTransaction) => boolean,
): Promise<Execution | null> {
  const client = chainClient(chainId);
  // A node that has the log but not the transaction makes this fail, which decides nothing.
  const [sent, receipt] = await Promise.all([client.getTransaction({ hash }), client.getTransactionReceipt({ hash })]);
  if (receipt.status !== "success" || !matches(sent)) return null;
  return { receipt, nonce: BigInt(sent.nonce) };
}
