import { decodeFunctionData, type Hex, isAddressEqual } from "viem";
import { eip3009Abi, erc20Abi } from "#lib/chain/contracts.ts";
import { readLogs } from "#lib/chain/logs.ts";
import { chainClient } from "#lib/chain/nodes/clients.ts";
import { readFinalBlock } from "#lib/chain/nodes/final-block.ts";
import { revertReason } from "#lib/chain/nodes/node-error.ts";
import { readOwnAuthorization } from "#lib/chain/permits/payout-authorization.ts";
import { readExecution } from "#lib/chain/read-execution.ts";
import { listRecoveredCalls } from "#lib/chain/relay/nonces/quarantine-repository.ts";
import { describePurpose } from "#lib/chain/relay/purpose.ts";
import { type Execution, isSameCall, type RelayTransaction } from "#lib/chain/relay/relay-transaction.ts";
import { listSentTransfers } from "#lib/chain/sent-transfers.ts";
import { findToken } from "#lib/chain/tokens.ts";
import { type Address, toCaip19 } from "#lib/core/caip.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { database } from "#lib/db/pool.ts";

/** Returns those of the hashes that belong to something else, whose call may be identical. */
export type ListKnown = (hashes: readonly Hex[]) => Promise<ReadonlySet<Hex>>;

/** The blocks searched for the use of an authorization that isn't found after the transaction's `sinceBlock`. */
const authorizationBlocksBack = 500_000n;

/**
 * Finds a final, successful transaction that made a payout's transfer: by its authorization, which works
 * once, or as the same call of the same wallet. A plain transfer is looked up by the authorization too, where
 * the token has them: an earlier attempt that a restored database has forgotten may have been one.
 *
 * Logs only find it sooner: that they show nothing proves nothing. A plain transfer that the database doesn't
 * know is made once because no nonce is taken before the wallet's recovery has found each transaction of it,
 * whose calls are searched too. An authorization that is used and that nothing shows to be ours may have been
 * submitted by a stranger, which only its log shows: the payout waits for that.
 *
 * Where a provider allows few blocks in one query, the search may take longer than the relay waits. It is continued, and the
 * next call for the same payout gets its result.
 * @param nonce of the payout's authorization.
 * @param atLeast a final block that the search has to include.
 * @param listKnown returns the hashes that belong to other relay transactions, whose calls may be identical.
 * @throws Error when the node fails or lags behind, or shows an authorization as used without its log.
 */
export async function findPayout(
  transaction: RelayTransaction,
  nonce: Hex,
  atLeast: bigint,
  listKnown: ListKnown,
): Promise<Execution | null> {
  const { chainId, target: address, wallet } = transaction;
  const hasAuthorizations = findToken(toCaip19({ chainId, address }))?.method === "eip3009";
  const authorized = hasAuthorizations ? await findAuthorized(transaction, atLeast, wallet, nonce) : null;
  return authorized ?? findPlain(transaction, atLeast, listKnown);
}

/** Finds the same call; null for one with an authorization. */
async function findPlain(
  transaction: RelayTransaction,
  atLeast: bigint,
  listKnown: ListKnown,
): Promise<Execution | null> {
  const { functionName, args } = decodeFunctionData({ abi: [...erc20Abi, ...eip3009Abi], data: transaction.calldata });
  if (functionName === "transferWithAuthorization") return null;
  if (functionName !== "transfer") throw new Error(`${describePurpose(transaction.purpose)} is not a token transfer`);
  const to = await readFinalBlock(transaction.chainId, atLeast);
  return findSameTransfer(transaction, to, { recipient: args[0], amount: args[1] }, listKnown);
}

/**
 * Finds a final, successful transaction that made a movement: the same call of the same wallet in a block after the order. Native
 * coin leaves no log, so it is found among the transactions that the wallet's recovery has found.
 * @param atLeast a final block that the search has to include.
 * @param listKnown returns the hashes that belong to other relay transactions or movements, whose calls may be identical.
 * @throws Error when the node fails or lags behind.
 */
export async function findMovement(
  transaction: RelayTransaction,
  atLeast: bigint,
  listKnown: ListKnown,
): Promise<Execution | null> {
  if (transaction.value === 0n) return findPlain(transaction, atLeast, listKnown);
  return findUnclaimed(transaction, await listRecoveredTransfers(transaction), listKnown);
}

/** A search up to a final block that runs, or ended a moment ago. */
type Search = { to: bigint; found: Promise<Execution | null> };

/** Long enough for a caller that gave up on a slow search to come back for its result. */
const rememberedMs = 10_000;

/** By nonce, because a database that fails over to a standby that was behind gives the numbers of transactions away again. */
const searches = processSingleton("payout-searches", () => new Map<Hex, Search>());

function remember(nonce: Hex, search: Search): void {
  const forget = () => {
    if (searches().get(nonce) === search) searches().delete(nonce);
  };
  searches().set(nonce, search);
  search.found.then(() => setTimeout(forget, rememberedMs).unref(), forget);
}

async function findAuthorized(
  transaction: RelayTransaction,
  atLeast: bigint,
  authorizer: Address,
  nonce: Hex,
): Promise<Execution | null> {
  const known = searches().get(nonce);
  if (known !== undefined && known.to >= atLeast) return known.found;
  const to = await readFinalBlock(transaction.chainId, atLeast);
  const found = searchUse(transaction, to, authorizer, nonce);
  remember(nonce, { to, found });
  return found;
}

async function searchUse(
  transaction: RelayTransaction,
  to: bigint,
  authorizer: Address,
  nonce: Hex,
): Promise<Execution | null> {
  const { chainId, target: address, sinceBlock } = transaction;
  const client = chainClient(chainId);
  const contract = { address, abi: eip3009Abi } as const;
  const state = {
    ...contract,
    functionName: "authorizationState",
    args: [authorizer, nonce],
    blockNumber: to,
  } as const;
  const isUsed = await client.readContract(state).catch((error: unknown) => {
    // A token without authorizations, as after an upgrade, has used none. An empty answer would be one of a
    // node without the token.
    if (revertReason(error) === null) throw error;
    return false;
  });
  if (!isUsed) return null;
  const recovered = (await listRecovered(transaction)).find(
    ({ input }) => readOwnAuthorization(input)?.nonce === nonce,
  );
  if (recovered !== undefined) return (await readExecution(chainId, recovered.hash)).execution;
  const query = { ...contract, eventName: "AuthorizationUsed", args: { authorizer, nonce } } as const;
  const find = async (from: bigint): Promise<{ transactionHash: Hex } | undefined> => {
    const read = (blocks: { fromBlock: bigint; toBlock: bigint }) => client.getContractEvents({ ...query, ...blocks });
    return (await readLogs(client, chainId, { from, to }, read))[0];
  };
  const earliest = to > authorizationBlocksBack ? to - authorizationBlocksBack : 0n;
  // A payment that was collected twice was paid out before the collection that the database knows.
  const used = (sinceBlock === null ? undefined : await find(sinceBlock)) ?? (await find(earliest));
  if (used === undefined) throw new Error(`a node of chain ${chainId} shows an authorization as used without a log`);
  return (await readExecution(chainId, used.transactionHash)).execution;
}

async function findSameTransfer(
  transaction: RelayTransaction,
  to: bigint,
  { recipient, amount }: { recipient: Address; amount: bigint },
  listKnown: ListKnown,
): Promise<Execution | null> {
  const { chainId, wallet, target: token } = transaction;
  const [sent, recovered] = await Promise.all([
    listSentTransfers({ chainId, token, wallet }, to, { recipient, amount }),
    listRecoveredTransfers(transaction),
  ]);
  return findUnclaimed(transaction, [...new Set([...sent, ...recovered])], listKnown);
}

/** Returns the first of the transactions that makes the same call, isn't known, and isn't older than the call may be. */
async function findUnclaimed(
  transaction: RelayTransaction,
  hashes: readonly Hex[],
  listKnown: ListKnown,
): Promise<Execution | null> {
  const { chainId, wallet, sinceBlock } = transaction;
  if (hashes.length === 0) return null;
  const known = await listKnown(hashes);
  for (const hash of hashes.filter((each) => !known.has(each))) {
    const { execution, sent: call } = await readExecution(chainId, hash);
    const isSame = isAddressEqual(call.from, wallet) && isSameCall(transaction, call);
    const isLater = sinceBlock === null || execution.receipt.blockNumber > sinceBlock;
    if (execution.receipt.status === "success" && isSame && isLater) return execution;
  }
  return null;
}

type RecoveredCall = { hash: Hex; to: Address | null; input: Hex; value: bigint };

/** The calls of transactions that a wallet's recovery found. They never change. */
const recoveredCalls = processSingleton("recovered-calls", () => new Map<Hex, Promise<RecoveredCall>>());

/** Lists the transactions with the same call that the wallet's recovery has found. */
async function listRecoveredTransfers(transaction: RelayTransaction): Promise<Hex[]> {
  const calls = await listRecovered(transaction);
  return calls.filter((call) => isSameCall(transaction, call)).map(({ hash }) => hash);
}

/**
 * Reads the calls of a transaction's target that its wallet's recovery has found, however long ago they were: a database that was
 * restored from a backup owes what they paid.
 */
async function listRecovered({ chainId, wallet, target }: RelayTransaction): Promise<RecoveredCall[]> {
  const hashes = await listRecoveredCalls(database, { chainId, wallet }, target);
  return Promise.all(hashes.map((hash) => readCall(chainId, hash)));
}

function readCall(chainId: number, hash: Hex): Promise<RecoveredCall> {
  const known = recoveredCalls().get(hash);
  if (known !== undefined) return known;
  const read = chainClient(chainId)
    .getTransaction({ hash })
    .then(({ to, input, value }): RecoveredCall => ({ hash, to, input, value }));
  recoveredCalls().set(hash, read);
  read.catch(() => recoveredCalls().delete(hash));
  return read;
}
