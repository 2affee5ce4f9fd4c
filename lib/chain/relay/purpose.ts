import type { AttemptId, MovementId, PaymentId } from "#lib/core/ids.ts";

/**
 * The reason a transaction is sent, as a reference to what it serves. Each collection, deployment, collection of a deposit address,
 * payout attempt and movement is carried out at most once, ever. A `noop` uses up a nonce that no other transaction has.
 */
export type RelayPurpose =
  | { kind: "collection"; attemptId: AttemptId }
  | { kind: "deployment"; attemptId: AttemptId }
  | { kind: "deposit"; attemptId: AttemptId }
  | { kind: "payout"; paymentId: PaymentId; attempt: number }
  | { kind: "movement"; movementId: MovementId }
  | { kind: "noop" };

/** The reference columns of `relay_transaction`. A CHECK of the database ties them to the kind. */
export type PurposeColumns =
  | {
      kind: "collection" | "deployment" | "deposit";
      attempt_id: AttemptId;
      payment_id: null;
      payout_attempt: null;
      movement_id: null;
    }
  | { kind: "payout"; attempt_id: null; payment_id: PaymentId; payout_attempt: number; movement_id: null }
  | { kind: "movement"; attempt_id: null; payment_id: null; payout_attempt: null; movement_id: MovementId }
  | { kind: "noop"; attempt_id: null; payment_id: null; payout_attempt: null; movement_id: null };

const noReferences = { attempt_id: null, payment_id: null, payout_attempt: null, movement_id: null } as const;

/** Returns the purpose that a row's columns say. */
export function toPurpose(columns: PurposeColumns): RelayPurpose {
  switch (columns.kind) {
    case "noop":
      return { kind: "noop" };
    case "payout":
      return { kind: "payout", paymentId: columns.payment_id, attempt: columns.payout_attempt };
    case "movement":
      return { kind: "movement", movementId: columns.movement_id };
    default:
      return { kind: columns.kind, attemptId: columns.attempt_id };
  }
}

/** Returns the columns that a purpose is stored in. */
export function toPurposeColumns(purpose: RelayPurpose): PurposeColumns {
  switch (purpose.kind) {
    case "noop":
      return { ...noReferences, kind: "noop" };
    case "payout":
      return { ...noReferences, kind: "payout", payment_id: purpose.paymentId, payout_attempt: purpose.attempt };
    case "movement":
      return { ...noReferences, kind: "movement", movement_id: purpose.movementId };
    default:
      return { ...noReferences, kind: purpose.kind, attempt_id: purpose.attemptId };
  }
}

/** Names a purpose in logs, alarms and errors, such as `collection att_…` or `payout pay_… attempt 2`. */
export function describePurpose(purpose: RelayPurpose): string {
  switch (purpose.kind) {
    case "noop":
      return "no-op";
    case "payout":
      return `payout ${purpose.paymentId} attempt ${purpose.attempt}`;
    case "movement":
      return `movement ${purpose.movementId}`;
    default:
      return `${purpose.kind} ${purpose.attemptId}`;
  }
}
