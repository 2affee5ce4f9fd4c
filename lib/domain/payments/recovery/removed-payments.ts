import { gasCostOf } from "#lib/chain/relay/fees/fees.ts";
import type { MinedTransaction, SentTransaction } from "#lib/chain/relay/relay-transaction.ts";
import { hasFailed } from "#lib/chain/relay/watching/record-final.ts";
import { nativeAsset } from "#lib/chain/tokens.ts";
import { currentActor } from "#lib/core/actor.ts";
import { inTransaction, type Tx } from "#lib/db/transaction.ts";
import { insertCorrection } from "#lib/domain/payments/ledger/corrections/repository.ts";
import {
  type HoldingEntry,
  listHoldingEntries,
  listSubjects,
  readGasCost,
  resolveMissing,
} from "#lib/domain/payments/recovery/removed-repository.ts";
import { endRecordedAlarm, recordAlarm } from "#lib/domain/platform/alarms/record-alarm.ts";

/**
 * Raises the alarm `payment_removed` for each payment, refund and movement that transactions had paid. They
 * keep their states.
 */
export async function recordRemoved(tx: Tx, transactions: readonly SentTransaction[]): Promise<void> {
  const ids = transactions.map(({ id }) => id);
  for (const { subject, chainId, txHash } of await listSubjects(tx, ids)) {
    const message = "a reorg deeper than finality removed what had paid this; the same transaction is sent again";
    await recordAlarm(tx, "payment_removed", subject, { subject, chainId, txHash, isMissing: false }, message);
  }
}

/**
 * Records what became of a removed transaction that is final again, and books the difference in gas. Where it
 * had paid something, the alarm ends or, if it has failed now, says that a person has to settle it.
 * @returns `revived` when it had paid nothing before, and has succeeded now.
 */
export async function recordReturned(tx: Tx, mined: MinedTransaction): Promise<"restored" | "missing" | "revived"> {
  const { transaction, receipt } = mined;
  await bookGasDifference(tx, mined);
  const subjects = await listSubjects(tx, [transaction.id]);
  if (!hasFailed(mined)) {
    for (const { subject } of subjects) {
      await endRecordedAlarm(tx, "payment_removed", subject, `${receipt.transactionHash} is in the chain again`);
    }
    return subjects.length === 0 ? "revived" : "restored";
  }
  for (const { subject, chainId, txHash } of subjects) {
    const message = `a reorg removed what had paid this, and it failed when it was sent again: settle it, then run npm run recover -- --settled ${subject} --note "how"`;
    await recordAlarm(tx, "payment_removed", subject, { subject, chainId, txHash, isMissing: true }, message);
  }
  return subjects.length === 0 ? "restored" : "missing";
}

/** The gas of the removed transaction is booked; the chain has that of the one that took its place. */
async function bookGasDifference(tx: Tx, { transaction, receipt }: MinedTransaction): Promise<void> {
  const { id, chainId, wallet } = transaction;
  const more = gasCostOf(receipt) - (await readGasCost(tx, id));
  if (more === 0n) return;
  const treasury = `treasury:${chainId}:${wallet}`;
  await insertCorrection(tx, {
    asset: nativeAsset(chainId),
    amount: more > 0n ? more : -more,
    debit: more > 0n ? "gas" : treasury,
    credit: more > 0n ? treasury : "gas",
    reason: `a reorg removed relay transaction ${id}, and ${receipt.transactionHash} cost another amount of gas`,
    madeBy: "service",
  });
}

/**
 * Records how a person settled a payment, refund or movement that a deep reorg has removed, and corrects the
 * books by what treasuries have or lack because of it: a loss, or money that the operator still owes. Its
 * state stays as it is.
 * @throws Error with the reason, for the operator, when nothing of it is missing.
 */
export async function settleRemoved(subject: string, note: string): Promise<void> {
  const by = currentActor()?.name ?? "service";
  await inTransaction(async (tx) => {
    const removed = await resolveMissing(tx, subject, { note, by });
    if (removed.length === 0) {
      throw new Error(`Nothing of ${subject} is missing: npm run recover lists what a reorg has removed for good.`);
    }
    for (const { chainId, txHash } of removed) {
      for (const entry of await listHoldingEntries(tx, txHash, subject)) {
        const reason = `${subject} was removed by a reorg: ${note}`;
        await insertCorrection(tx, {
          ...reverse(entry, chainId),
          asset: entry.asset,
          amount: entry.amount,
          reason,
          madeBy: by,
        });
      }
    }
    await endRecordedAlarm(tx, "payment_removed", subject, `an operator has settled it: ${note}`);
  });
}

/** Money that didn't arrive is a loss; money that didn't leave is the operator's to pay out. */
function reverse({ debit, credit }: HoldingEntry, chainId: number): { debit: string; credit: string } {
  return debit.startsWith("treasury:")
    ? { debit: "loss", credit: debit }
    : { debit: credit, credit: `operator:${chainId}` };
}
