import { type Hex, keccak256, type TransactionSerializable } from "viem";
import { gasCeiling } from "#lib/chain/chains.ts";
import { initialFees, readMarket } from "#lib/chain/relay/fees/fees.ts";
import { reachRelayFaultPoint } from "#lib/chain/relay/relay-fault-point.ts";
import type { GasFees, RelayQueue, RelayTransaction } from "#lib/chain/relay/relay-transaction.ts";
import { listByState, moveTransactions } from "#lib/chain/relay/repository.ts";
import { reportSignatures } from "#lib/chain/relay/sending/report-signatures.ts";
import { insertSubmissions, type NewSubmission } from "#lib/chain/relay/submissions.ts";
import { isStopped } from "#lib/chain/relay/wallets/wallet-decisions.ts";
import { signerOf } from "#lib/chain/signers/wallet-signers.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";

const perPass = 500;
/** Signatures of a signer outside this process are persisted in steps of this many, so that a crash discards few. */
const perRemotePass = 16;

/**
 * Signs a queue's transactions that have a nonce and no signature, in nonce order, and persists the bytes before any is sent. No
 * database transaction is open while it signs. It stops at the first that the signer doesn't sign, because no later one could be
 * mined, and before any while the operator has paused the wallet.
 * @returns false when a transaction is left without a signature.
 */
export async function signReserved(queue: RelayQueue): Promise<boolean> {
  const reserved = await listByState(database, queue, ["reserved"], perPass);
  if (reserved.length === 0) return true;
  const fees = initialFees(await readMarket(queue.chainId), gasCeiling(queue.chainId));
  const atOnce = signerOf(queue.wallet).isRemote ? perRemotePass : perPass;
  for (let start = 0; start < reserved.length; start += atOnce) {
    if (await isStopped(database, queue)) return false;
    const next = reserved.slice(start, start + atOnce);
    const signed = await signInOrder(queue, next, fees);
    await persistSigned(queue, signed, ["reserved"]);
    for (const transaction of next.slice(0, signed.length)) reachRelayFaultPoint(transaction, "signed");
    if (signed.length < next.length) return false;
  }
  return true;
}

/** Signs at once, and returns the signed ones up to the first that failed. */
async function signInOrder(
  queue: RelayQueue,
  transactions: readonly RelayTransaction[],
  fees: GasFees,
): Promise<NewSubmission[]> {
  const results = await Promise.allSettled(transactions.map((transaction) => signCall(transaction, fees)));
  await reportSignatures(queue, results);
  const failed = results.findIndex(({ status }) => status === "rejected");
  return results
    .slice(0, failed < 0 ? results.length : failed)
    .flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
}

/**
 * Persists new submissions and marks their transactions as ready to send, in one database transaction. The submission of a
 * transaction that has left the `from` states meanwhile is dropped, and so never sent.
 * @returns how many were persisted.
 */
export async function persistSigned(
  { chainId }: RelayQueue,
  submissions: readonly NewSubmission[],
  from: readonly ("reserved" | "signed" | "broadcast")[],
): Promise<number> {
  if (submissions.length === 0) return 0;
  const ids = submissions.map(({ relayTransactionId }) => relayTransactionId);
  return inTransaction(async (tx) => {
    const moved = await moveTransactions(tx, ids, from, "signed");
    const kept = submissions.filter(({ relayTransactionId }) => moved.has(relayTransactionId));
    await insertSubmissions(tx, chainId, kept);
    return kept.length;
  });
}

/** Signs a relay transaction's call at its nonce with these fees. @throws Error when it has no nonce, or no signature comes. */
export function signCall(transaction: RelayTransaction, fees: GasFees): Promise<NewSubmission> {
  const { target: to, calldata: data, gasLimit: gas, value } = transaction;
  return sign(transaction, { to, data, gas, value }, fees, false);
}

/** Signs a cancellation: a transfer of nothing to the wallet itself at the transaction's nonce. */
export function signCancellation(transaction: RelayTransaction, gas: bigint, fees: GasFees): Promise<NewSubmission> {
  return sign(transaction, { to: transaction.wallet, data: "0x", gas, value: 0n }, fees, true);
}

async function sign(
  { id, chainId, wallet, nonce }: RelayTransaction,
  { to, data, gas, value }: { to: Hex; data: Hex; gas: bigint | null; value: bigint },
  fees: GasFees,
  isCancellation: boolean,
): Promise<NewSubmission> {
  if (gas === null || nonce === null) throw new Error(`relay transaction ${id} is signed without a nonce`);
  const { maxFeePerGas, maxPriorityFeePerGas } = fees;
  const common = { chainId, to, data, gas, nonce: Number(nonce), value };
  const transaction: TransactionSerializable =
    maxPriorityFeePerGas === null
      ? { ...common, type: "legacy", gasPrice: maxFeePerGas }
      : { ...common, type: "eip1559", maxFeePerGas, maxPriorityFeePerGas };
  const raw = await signerOf(wallet).signTransaction(transaction);
  return { relayTransactionId: id, raw, hash: keccak256(raw), ...fees, isCancellation };
}
