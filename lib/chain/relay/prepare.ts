import { type Hex, keccak256 } from "viem";
import { chainClient } from "#lib/chain/clients.ts";
import { revertReason } from "#lib/chain/node-error.ts";
import { currentFees, type GasFees } from "#lib/chain/relay/fees.ts";
import { reachStep } from "#lib/chain/relay/reach-step.ts";
import type { Lane, RelayListener, RelayTransaction } from "#lib/chain/relay/relay-transaction.ts";
import {
  insertSubmission,
  listByState,
  moveTransactions,
  reserveNonce,
  takeNoncesOf,
} from "#lib/chain/relay/repository.ts";
import { relayerAccount } from "#lib/chain/relay/wallets.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { log } from "#lib/log/log.ts";

const perPass = 100;

type Estimate = { transaction: RelayTransaction; gasLimit: bigint };

/**
 * Takes a nonce for each queued transaction of a lane whose call would succeed now. One whose call would revert is
 * refused: it has no nonce and was never signed, so nothing of it can ever reach the chain. When the wallet can't
 * pay for all the gas, nothing is taken and an alarm is logged.
 * @returns how many were reserved or refused.
 */
export async function reserveQueued(lane: Lane, owner: string, listener: RelayListener): Promise<number> {
  const queued = await listByState(database, lane, ["queued"], perPass);
  if (queued.length === 0) return 0;
  const estimates = (await Promise.all(queued.map((transaction) => estimate(transaction, listener)))).filter(
    (result) => result !== null,
  );
  if (estimates.length === 0 || !(await canPay(lane, estimates))) return 0;
  const isReserved = await inTransaction(async (tx) => {
    const first = await takeNoncesOf(tx, lane, estimates.length, owner);
    if (first === null) return false;
    for (const [index, { transaction, gasLimit }] of estimates.entries()) {
      await reserveNonce(tx, transaction.id, first + BigInt(index), gasLimit);
    }
    return true;
  });
  if (isReserved) for (const { transaction } of estimates) reachStep(transaction, "reserved");
  return isReserved ? estimates.length : 0;
}

async function estimate(transaction: RelayTransaction, listener: RelayListener): Promise<Estimate | null> {
  const { chainId, wallet, target, calldata } = transaction;
  try {
    const gas = await chainClient(chainId).estimateGas({ account: wallet, to: target, data: calldata });
    return { transaction, gasLimit: (gas * 13n) / 10n };
  } catch (error) {
    const reason = revertReason(error);
    if (reason === null) {
      // One odd answer holds up its own transaction, which is tried again, and not the lane.
      log().warn({ err: error, purpose: transaction.purpose }, "the gas of a transaction could not be estimated");
      return null;
    }
    await inTransaction(async (tx) => {
      if ((await moveTransactions(tx, [transaction.id], ["queued"], "refused")) === 0) return;
      await listener.onRefused(tx, transaction, reason);
    });
    return null;
  }
}

async function canPay(lane: Lane, estimates: readonly Estimate[]): Promise<boolean> {
  const [{ maxFeePerGas }, balance] = await Promise.all([
    currentFees(lane.chainId),
    chainClient(lane.chainId).getBalance({ address: lane.wallet }),
  ]);
  const cost = estimates.reduce((sum, { gasLimit }) => sum + gasLimit * maxFeePerGas, 0n);
  if (balance >= cost) return true;
  log().error({ alarm: "relayer_balance", ...lane, balance, cost }, "a relayer wallet can't pay for gas");
  return false;
}

/** Signs what has a nonce but no signature yet, and persists the bytes before anything is sent. */
export async function signReserved(lane: Lane): Promise<void> {
  const reserved = await listByState(database, lane, ["reserved"], perPass);
  if (reserved.length === 0) return;
  const fees = await currentFees(lane.chainId);
  for (const transaction of reserved) {
    const { raw, hash } = await sign(transaction, fees);
    await inTransaction(async (tx) => {
      await insertSubmission(tx, { chainId: lane.chainId, relayTransactionId: transaction.id, raw, hash }, fees);
      await moveTransactions(tx, [transaction.id], ["reserved"], "signed");
    });
    reachStep(transaction, "signed");
  }
}

async function sign(
  { chainId, target, calldata, gasLimit, nonce, id }: RelayTransaction,
  { maxFeePerGas, maxPriorityFeePerGas }: GasFees,
): Promise<{ raw: Hex; hash: Hex }> {
  if (gasLimit === null || nonce === null) throw new Error(`relay transaction ${id} is reserved without a nonce`);
  const common = { chainId, to: target, data: calldata, gas: gasLimit, nonce: Number(nonce) };
  const raw = await relayerAccount().signTransaction(
    maxPriorityFeePerGas === null
      ? { ...common, type: "legacy", gasPrice: maxFeePerGas }
      : { ...common, type: "eip1559", maxFeePerGas, maxPriorityFeePerGas },
  );
  return { raw, hash: keccak256(raw) };
}
