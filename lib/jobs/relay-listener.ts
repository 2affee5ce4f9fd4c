import { type Purpose, type RelayListener, subjectOf } from "#lib/chain/relay/relay-transaction.ts";
import { type AttemptId, isId, type PaymentId } from "#lib/core/ids.ts";
import { recordCollection, rejectCollection } from "#lib/domain/collection/record-collection.ts";
import { getOptionOfAttempt, moveAttempts } from "#lib/domain/collection/repository.ts";
import { failSettlement, recordSettlement } from "#lib/domain/payouts/record-settlement.ts";

type Subject = { kind: "collect"; attemptId: AttemptId } | { kind: "settle"; paymentId: PaymentId };

const attemptStates = { broadcast: "submitted", mined: "mined", reorged: "reorged" } as const;

/** Carries what the relay saw on chain to the payments it was for. */
export const relayListener: RelayListener = {
  async onFinal(tx, transaction, receipt) {
    const subject = parsePurpose(transaction.purpose);
    if (subject.kind === "settle") await recordSettlement(tx, subject.paymentId, receipt);
    else await recordCollection(tx, subject.attemptId, transaction, receipt);
  },
  async onRefused(tx, transaction, reason) {
    const subject = parsePurpose(transaction.purpose);
    if (subject.kind === "settle") return failSettlement(tx, subject.paymentId, reason);
    const option = await getOptionOfAttempt(tx, subject.attemptId);
    await rejectCollection(tx, subject.attemptId, option, reason);
  },
  async onProgress(on, purposes, step) {
    const attemptIds = purposes.map(parsePurpose).flatMap((s) => (s.kind === "collect" ? [s.attemptId] : []));
    if (attemptIds.length > 0) await moveAttempts(on, attemptIds, attemptStates[step]);
  },
};

function parsePurpose(purpose: Purpose): Subject {
  const id = subjectOf(purpose);
  if (isId("att", id)) return { kind: "collect", attemptId: id };
  if (isId("pay", id)) return { kind: "settle", paymentId: id };
  throw new Error(`unknown purpose ${purpose}`);
}
