import type { Hex, TransactionSerializable } from "viem";
import { gasCeiling } from "#lib/chain/chains.ts";
import { initialFees, readMarket } from "#lib/chain/relay/fees/fees.ts";
import { reachRelayFaultPoint } from "#lib/chain/relay/relay-fault-point.ts";
import type { GasFees, RelayQueue, RelayTransaction } from "#lib/chain/relay/relay-transaction.ts";
import { listByState, moveTransactions } from "#lib/chain/relay/repository.ts";
import { insertSubmissions, type NewSubmission } from "#lib/chain/relay/sending/submissions.ts";
import { signWith } from "#lib/chain/relay/wallets/wallet-keys.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";

const perPass = 500;

/** Signs a queue's transactions that have a nonce and no signature, and persists the bytes before any is sent. */
export async function signReserved(queue: RelayQueue): Promise<void> {
  const reserved = await listByState(database, queue, ["reserved"], perPass);
  if (reserved.length === 0) return;
  const fees = initialFees(await readMarket(queue.chainId), gasCeiling(queue.chainId));
  await persistSigned(
    queue,
    reserved,
    reserved.map((transaction) => signCall(transaction, fees)),
  );
  for (const transaction of reserved) reachRelayFaultPoint(transaction, "signed");
}

/** Persists new submissions and marks their transactions as ready to send, in one database transaction. */
export async function persistSigned(
  { chainId }: RelayQueue,
  transactions: readonly RelayTransaction[],
  submissions: readonly NewSubmission[],
): Promise<void> {
  const ids = transactions.map(({ id }) => id);
  await inTransaction(async (tx) => {
    await insertSubmissions(tx, chainId, submissions);
    await moveTransactions(tx, ids, ["reserved", "signed", "broadcast"], "signed");
  });
}

/** Signs a relay transaction's call at its nonce with these fees. @throws Error when it has no nonce. */
export function signCall(transaction: RelayTransaction, fees: GasFees): NewSubmission {
  const { target: to, calldata: data, gasLimit: gas, value } = transaction;
  return sign(transaction, { to, data, gas, value }, fees, false);
}

/** Signs a cancellation: a transfer of nothing to the wallet itself at the transaction's nonce. */
export function signCancellation(transaction: RelayTransaction, gas: bigint, fees: GasFees): NewSubmission {
  return sign(transaction, { to: transaction.wallet, data: "0x", gas, value: 0n }, fees, true);
}

function sign(
  { id, chainId, wallet, nonce }: RelayTransaction,
  { to, data, gas, value }: { to: Hex; data: Hex; gas: bigint | null; value: bigint },
  fees: GasFees,
  isCancellation: boolean,
): NewSubmission {
  if (gas === null || nonce === null) throw new Error(`relay transaction ${id} is signed without a nonce`);
  const { maxFeePerGas, maxPriorityFeePerGas } = fees;
  const common = { chainId, to, data, gas, nonce: Number(nonce), value };
  const transaction: TransactionSerializable =
    maxPriorityFeePerGas === null
      ? { ...common, type: "legacy", gasPrice: maxFeePerGas }
      : { ...common, type: "eip1559", maxFeePerGas, maxPriorityFeePerGas };
  return { relayTransactionId: id, ...signWith(wallet, transaction), ...fees, isCancellation };
}
