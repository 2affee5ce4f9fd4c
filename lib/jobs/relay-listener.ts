import { findSameTransfer } from "#lib/chain/carried-out.ts";
import { kindOf, type Purpose, type RelayListener, subjectOf } from "#lib/chain/relay/relay-transaction.ts";
import { listKnownHashes } from "#lib/chain/relay/sending/submissions.ts";
import { type AttemptId, isId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { findCollected } from "#lib/domain/payments/collection/find-collected.ts";
import { isCollectionAwaited } from "#lib/domain/payments/collection/is-awaited.ts";
import { getOptionOfAttempt } from "#lib/domain/payments/collection/option-repository.ts";
import { recordCollection, rejectCollection } from "#lib/domain/payments/collection/record-collection.ts";
import { moveAttempts } from "#lib/domain/payments/collection/repository.ts";
import { wakeCollection } from "#lib/domain/payments/collection/wake-collection.ts";
import { type PayoutAttempt, parsePayoutSubject } from "#lib/domain/payments/payouts/payout-purpose.ts";
import { failPayout, recordPayout } from "#lib/domain/payments/payouts/record-payout.ts";

type Subject =
  | { kind: "collect" | "deploy"; attemptId: AttemptId }
  | ({ kind: "settle" } & PayoutAttempt)
  | { kind: "fill" };

const attemptStates = { broadcast: "submitted", mined: "mined", reorged: "reorged" } as const;

/** Carries what the relay saw on chain to the payments it was for. What only fills a nonce is for none. */
export const relayListener: RelayListener = {
  async onFinal(tx, transaction, end) {
    const subject = parsePurpose(transaction.purpose);
    if (subject.kind === "settle") await recordPayout(tx, subject, end.receipt);
    else if (subject.kind === "deploy") await wakeCollection(tx, subject.attemptId);
    else if (subject.kind === "collect") await recordCollection(tx, subject.attemptId, end);
  },
  onCancelled: (tx, transaction, { reason }) => giveUp(tx, transaction.purpose, reason),
  onRefused: (tx, transaction, reason) => giveUp(tx, transaction.purpose, reason),
  async onProgress(on, purposes, step) {
    const subjects = purposes.map(parsePurpose);
    const attemptIds = subjects.flatMap((s) => (s.kind === "collect" ? [s.attemptId] : []));
    if (attemptIds.length > 0) await moveAttempts(on, attemptIds, attemptStates[step]);
    if (step !== "mined") return;
    for (const subject of subjects) if (subject.kind === "deploy") await wakeCollection(on, subject.attemptId);
  },
  async findDone(transaction) {
    const subject = parsePurpose(transaction.purpose);
    if (subject.kind === "collect") return findCollected(subject.attemptId, transaction);
    if (subject.kind !== "settle") return null;
    // Transfers of one amount to one merchant look alike: what the relay has signed for another payment is not this one.
    return findSameTransfer(transaction, (hashes) => listKnownHashes(database, transaction.chainId, hashes));
  },
  async isAwaited({ purpose }, atBlock) {
    const subject = parsePurpose(purpose);
    return subject.kind === "collect" && isCollectionAwaited(subject.attemptId, atBlock);
  },
};

async function giveUp(tx: Tx, purpose: Purpose, reason: string): Promise<void> {
  const subject = parsePurpose(purpose);
  if (subject.kind === "settle") return failPayout(tx, subject, reason);
  if (subject.kind === "deploy") return wakeCollection(tx, subject.attemptId);
  if (subject.kind === "fill") return;
  const option = await getOptionOfAttempt(tx, subject.attemptId);
  await rejectCollection(tx, subject.attemptId, option, reason);
}

function parsePurpose(purpose: Purpose): Subject {
  const id = subjectOf(purpose);
  const kind = kindOf(purpose);
  if (kind === "fill") return { kind };
  const settled = kind === "settle" ? parsePayoutSubject(id) : null;
  if (settled !== null) return { kind: "settle", ...settled };
  if (kind !== "settle" && isId("att", id)) return { kind, attemptId: id };
  throw new Error(`unknown purpose ${purpose}`);
}
