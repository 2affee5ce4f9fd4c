import { getAbiItem, isAddressEqual, type Log, parseEventLogs } from "viem";
import { depositFactory, factoryAbi, termsHashOf } from "#lib/chain/deposits/deposit-factory.ts";
import { readLogs } from "#lib/chain/logs.ts";
import { chainClient } from "#lib/chain/nodes/clients.ts";
import { readFinalBlock } from "#lib/chain/nodes/final-block.ts";
import { readExecution } from "#lib/chain/read-execution.ts";
import { requireNoOther } from "#lib/chain/relay/nonces/require-accounted.ts";
import type { RelayOwners } from "#lib/chain/relay/relay-registry.ts";
import type { Execution } from "#lib/chain/relay/relay-transaction.ts";
import { parseCaip19 } from "#lib/core/caip.ts";
import { clock } from "#lib/core/clock.ts";
import type { DepositExceptionId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import type { Tx } from "#lib/db/transaction.ts";
import {
  requireOwnAddress,
  termsOf,
  type WatchedAddress,
} from "#lib/domain/payments/deposit-addresses/deposit-address.ts";
import { findAddress, markEmptied } from "#lib/domain/payments/deposit-addresses/repository.ts";
import type { DepositException } from "#lib/domain/payments/deposits/exceptions/deposit-exception.ts";
import {
  findException,
  lockException,
  setExceptionState,
} from "#lib/domain/payments/deposits/exceptions/repository.ts";

const eventName = "DepositSwept";
const event = getAbiItem({ abi: factoryAbi, name: eventName });

/**
 * Records what follows from sending what is at a deposit address to its recipient. Anyone else's sweep does the same: what is there
 * can go nowhere else, so a sweep that is made twice moves nothing the second time.
 */
export const sweepOwner: RelayOwners["sweep"] = {
  async recordFinal(tx, ended) {
    for (const { purpose, execution } of ended) await record(tx, purpose.exceptionId, execution);
  },
  recordFailed: (tx, { purpose }, { reason }) => reopen(tx, purpose.exceptionId, reason),
  recordProgress: async () => undefined,
  findProhibition: async () => null,
  findExecution: ({ purpose, sinceBlock }, atLeast) => find(purpose.exceptionId, sinceBlock, atLeast),
  // Only the wallet's own transactions can have made it, before anyone may.
  decideExecution: async (transaction, atLeast) =>
    (await find(transaction.purpose.exceptionId, transaction.sinceBlock, atLeast)) ??
    requireNoOther(transaction, atLeast),
  readSignedNonce: async () => "unused",
  // A person ordered it, and the case shows that it failed.
  maySucceedLater: async () => false,
};

async function record(tx: Tx, id: DepositExceptionId, { receipt }: Execution): Promise<void> {
  const exception = await lockException(tx, id);
  const address = exception && (await findAddress(tx, exception.address));
  if (exception === null || address === null) throw new Error(`there is no deposit exception ${id}`);
  if (exception.state !== "sweeping") return;
  const amount = receipt.status === "success" ? sweptBy(receipt.logs, exception, address) : null;
  if (amount === null) {
    await reopen(tx, id, `${receipt.transactionHash} moved nothing`);
    return;
  }
  const change = { amount, sweepTxHash: receipt.transactionHash };
  await setExceptionState(tx, id, "forwarded", change, clock.now());
  await markEmptied(tx, address.address, receipt.blockNumber);
}

async function reopen(tx: Tx, id: DepositExceptionId, failure: string): Promise<void> {
  const exception = await lockException(tx, id);
  if (exception?.state === "sweeping") await setExceptionState(tx, id, "open", { failure }, clock.now());
}

/** The amount that an event among the logs says was sent to the recipient; null for none. */
function sweptBy(logs: readonly Log[], { asset }: DepositException, address: WatchedAddress): bigint | null {
  const key = termsHashOf(termsOf(requireOwnAddress(address)));
  const token = parseCaip19(asset)?.address ?? null;
  const swept = parseEventLogs({ abi: factoryAbi, eventName, logs: [...logs] }).find(({ address: emitter, args }) => {
    const isToken = token === null ? /^0x0+$/.test(args.token) : isAddressEqual(args.token, token);
    return isAddressEqual(emitter, depositFactory) && args.termsHash === key && isToken;
  });
  return swept?.args.amount ?? null;
}

async function find(id: DepositExceptionId, sinceBlock: bigint | null, atLeast: bigint): Promise<Execution | null> {
  const exception = await findException(database, id);
  const address = exception && (await findAddress(database, exception.address));
  if (exception === null || address === null) throw new Error(`there is no deposit exception ${id}`);
  const { chainId } = address;
  const to = await readFinalBlock(chainId, atLeast);
  const client = chainClient(chainId);
  const args = { termsHash: termsHashOf(termsOf(requireOwnAddress(address))) };
  const from = (sinceBlock ?? address.sinceBlock) + 1n;
  if (from > to) return null;
  const logs = await readLogs(client, chainId, { from, to }, (blocks) =>
    client.getLogs({ address: depositFactory, event, args, strict: true, ...blocks }),
  );
  for (const { transactionHash } of logs) {
    const { execution } = await readExecution(chainId, transactionHash);
    if (sweptBy(execution.receipt.logs, exception, address) !== null) return execution;
  }
  return null;
}
