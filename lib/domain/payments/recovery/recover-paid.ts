import type { Hex } from "viem";
import { readAgreedTransaction } from "#lib/chain/agreed-transaction.ts";
import { database } from "#lib/db/pool.ts";
import { recoverCall } from "#lib/domain/payments/recovery/recover-call.ts";
import { describeDuplicate } from "#lib/domain/payments/recovery/recover-collection.ts";
import { endRecordedAlarm } from "#lib/domain/platform/alarms/record-alarm.ts";

/**
 * Records a payment or refund that a transaction has paid although the database has it as ended, which `payment_lost` reports.
 * Nodes have contradicted each other by then, so every configured node has to show the same transaction in a final block. Safe
 * to repeat.
 * @returns the outcome, for the operator.
 * @throws Error with the reason, for the operator; then nothing is changed.
 */
export async function recoverPaid(chainId: number, hash: Hex): Promise<string> {
  const { sent, receipt, shownBy } = await readAgreedTransaction(chainId, hash);
  const { to, input, nonce } = sent;
  const isCall = to !== null && receipt.status === "success";
  const recovered = isCall ? await recoverCall({ chainId, to, input, nonce: BigInt(nonce), receipt }) : "other";
  if (recovered === "other") {
    throw new Error(`${hash} isn't a successful call of a payment router or the deposit factory of chain ${chainId}.`);
  }
  if (recovered === null) {
    throw new Error("Another transaction is paying it at the moment: run this again when that one has ended.");
  }
  if (recovered.kind === "lost") throw new Error(`${hash} can't be recorded: ${recovered.detail}`);
  const subject = recovered.refundId ?? recovered.paymentId;
  await endRecordedAlarm(database, "payment_lost", subject, `npm run recover has dealt with ${hash}`);
  if (recovered.kind === "duplicate") return `${recovered.paymentId}: ${describeDuplicate(recovered)}`;
  return recovered.kind === "recovered"
    ? `${subject} has succeeded by ${hash}, ${shownBy}`
    : `${subject} had that transaction already; nothing was changed`;
}
