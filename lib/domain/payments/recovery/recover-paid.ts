import { type Hex, isAddressEqual } from "viem";
import { readAgreedTransaction } from "#lib/chain/agreed-transaction.ts";
import { knownRouters } from "#lib/chain/router/routers.ts";
import { database } from "#lib/db/pool.ts";
import { describeDuplicate, recoverCollection } from "#lib/domain/payments/recovery/recover-collection.ts";
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
  const router = knownRouters(chainId).find((each) => sent.to !== null && isAddressEqual(each, sent.to));
  if (router === undefined || receipt.status !== "success") {
    throw new Error(`${hash} isn't a successful call of a payment router of chain ${chainId}.`);
  }
  const recovered = await recoverCollection({ chainId, router, input: sent.input, nonce: BigInt(sent.nonce), receipt });
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
