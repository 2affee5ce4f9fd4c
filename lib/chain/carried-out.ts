import { decodeFunctionData, type Hex, isAddressEqual } from "viem";
import { chainClient } from "#lib/chain/clients.ts";
import { eip3009Abi, erc20Abi, permit2Abi, permit2Address } from "#lib/chain/contracts.ts";
import { readFinalBlock } from "#lib/chain/final-block.ts";
import { describePurpose } from "#lib/chain/relay/purpose.ts";
import { type Done, isCallOf, type RelayTransaction } from "#lib/chain/relay/relay-transaction.ts";
import type { Address } from "#lib/core/caip.ts";

/** Nodes answer for so many blocks at a time, and where nobody knows since when, so many are looked at. */
const blocksAtOnce = 2_000n;
const blocksBack = 10_000n;

type Search = Pick<RelayTransaction, "chainId" | "sinceBlock">;

/**
 * Finds the use of an EIP-3009 authorization by the token's own `AuthorizationUsed` log, in a final block. A cancelled
 * one has none.
 * @throws Error when the node fails, or shows that the authorization is spent and no log of how.
 */
export async function findAuthorizationUse(
  search: Search,
  { token, authorizer, nonce }: { token: Address; authorizer: Address; nonce: Hex },
): Promise<Done | null> {
  const client = chainClient(search.chainId);
  const ofToken = { address: token, abi: eip3009Abi } as const;
  const find = (eventName: "AuthorizationUsed" | "AuthorizationCanceled") =>
    inEachRange(search, (range) =>
      client.getContractEvents({ ...ofToken, eventName, args: { authorizer, nonce }, ...range }),
    );
  const [used] = await find("AuthorizationUsed");
  if (used !== undefined) return readDone(search.chainId, used.transactionHash, () => true);
  const isSpent = await client.readContract({
    ...{ ...ofToken, functionName: "authorizationState", args: [authorizer, nonce] },
    blockNumber: await readFinalBlock(search.chainId),
  });
  if (isSpent && (await find("AuthorizationCanceled")).length === 0) throw hidden(search.chainId);
  return null;
}

/**
 * Finds the collection that used an owner's Permit2 nonce, which leaves no log of its own: a transaction of ours with the
 * same call, in a final block.
 * @returns null where the nonce is unused, or was used or made unusable by its owner in another way.
 * @throws Error when the node fails, or shows that the nonce is used and no log of anything that can have used it.
 */
export async function findPermitUse(
  transaction: RelayTransaction,
  { token, owner, to, nonce }: { token: Address; owner: Address; to: Address; nonce: bigint },
): Promise<Done | null> {
  const { chainId } = transaction;
  if (!(await isPermitUsed(chainId, owner, nonce))) return null;
  const found = await findSameCall(transaction, { token, from: owner, to });
  if (found !== null) return found;
  const client = chainClient(chainId);
  const [invalidated, moved] = await Promise.all([
    inEachRange(transaction, (range) =>
      client.getContractEvents({
        ...{ address: permit2Address, abi: permit2Abi, eventName: "UnorderedNonceInvalidation", args: { owner } },
        ...range,
      }),
    ),
    // Of any token: the same nonce may have moved another one.
    inEachRange(transaction, (range) =>
      client.getContractEvents({ abi: erc20Abi, eventName: "Transfer", args: { from: owner }, ...range }),
    ),
  ]);
  if (invalidated.length + moved.length === 0) throw hidden(chainId);
  return null;
}

function hidden(chainId: number): Error {
  return new Error(`a node of chain ${chainId} shows that a signature was used and no log of it`);
}

/** True when Permit2 has seen that nonce of an owner used, or its owner has made it unusable, in a final block. */
async function isPermitUsed(chainId: number, owner: Address, nonce: bigint): Promise<boolean> {
  const bitmap = await chainClient(chainId).readContract({
    ...{ address: permit2Address, abi: permit2Abi, functionName: "nonceBitmap", args: [owner, nonce >> 8n] },
    blockNumber: await readFinalBlock(chainId),
  });
  return ((bitmap >> (nonce & 255n)) & 1n) === 1n;
}

/**
 * Finds a successful transaction of the same wallet that made the very same call, among those with a `Transfer` log of
 * these parties, in a final block.
 * @param isOther says which hashes are of other things of ours, which happen to look alike.
 * @throws Error when the node fails.
 */
async function findSameCall(
  transaction: RelayTransaction,
  { token, from, to }: { token: Address; from: Address; to: Address },
  isOther: (hashes: readonly Hex[]) => Promise<ReadonlySet<Hex>> = async () => new Set(),
): Promise<Done | null> {
  const { chainId, sinceBlock, wallet } = transaction;
  const client = chainClient(chainId);
  const query = { address: token, abi: erc20Abi, eventName: "Transfer", args: { from, to } } as const;
  const logs = await inEachRange({ chainId, sinceBlock }, (range) => client.getContractEvents({ ...query, ...range }));
  const hashes = [...new Set(logs.map(({ transactionHash }) => transactionHash))];
  const others = await isOther(hashes);
  for (const hash of hashes.filter((each) => !others.has(each))) {
    const done = await readDone(chainId, hash, (one) => isAddressEqual(one.from, wallet) && isCallOf(transaction, one));
    if (done !== null) return done;
  }
  return null;
}

/**
 * The same for a call that is a token's `transfer` out of the wallet.
 * @throws Error when the node fails, or the call is none.
 */
export function findSameTransfer(
  transaction: RelayTransaction,
  isOther: (hashes: readonly Hex[]) => Promise<ReadonlySet<Hex>>,
): Promise<Done | null> {
  const { wallet: from, target: token, calldata: data, purpose } = transaction;
  const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data });
  if (functionName !== "transfer") throw new Error(`${describePurpose(purpose)} is not a token transfer`);
  return findSameCall(transaction, { token, from, to: args[0] }, isOther);
}

async function inEachRange<T>(
  { chainId, sinceBlock }: Search,
  ask: (range: { fromBlock: bigint; toBlock: bigint }) => Promise<readonly T[]>,
): Promise<T[]> {
  const last = await readFinalBlock(chainId);
  const earliest = last > blocksBack ? last - blocksBack : 0n;
  const found: T[] = [];
  for (let from = sinceBlock ?? earliest; from <= last; from += blocksAtOnce) {
    const end = from + blocksAtOnce - 1n;
    found.push(...(await ask({ fromBlock: from, toBlock: end < last ? end : last })));
  }
  return found;
}

type SentTransaction = { from: Address; to: Address | null; input: Hex; nonce: number };

async function readDone(chainId: number, hash: Hex, isIt: (one: SentTransaction) => boolean): Promise<Done | null> {
  const client = chainClient(chainId);
  // A node that has its log and not the transaction fails: that decides nothing.
  const [sent, receipt] = await Promise.all([client.getTransaction({ hash }), client.getTransactionReceipt({ hash })]);
  if (receipt.status !== "success" || !isIt(sent)) return null;
  return { receipt, nonce: BigInt(sent.nonce) };
}
