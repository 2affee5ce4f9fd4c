import type { AttemptId, DepositExceptionId, MovementId, PaymentId } from "#lib/core/ids.ts";

/**
 * The reason a transaction is sent, as a reference to what it serves. Each collection, deployment, collection of a deposit address,
 * payout attempt, movement and sweep is carried out at most once, ever. A `noop` uses up a nonce that no other transaction has.
 */
export type RelayPurpose =
  | { kind: "collection"; attemptId: AttemptId }
  | { kind: "deployment"; attemptId: AttemptId }
  | { kind: "deposit"; attemptId: AttemptId }
  | { kind: "payout"; paymentId: PaymentId; attempt: number }
  | { kind: "movement"; movementId: MovementId }
  | { kind: "sweep"; exceptionId: DepositExceptionId; sweep: number }
  | { kind: "noop" };

type References = {
  attempt_id: AttemptId;
  payment_id: PaymentId;
  payout_attempt: number;
  movement_id: MovementId;
  deposit_exception_id: DepositExceptionId;
  sweep: number;
};
type Referring<Kind, Used extends keyof References> = { kind: Kind } & {
  [Name in keyof References]: Name extends Used ? References[Name] : null;
};

/** The reference columns of `relay_transaction`. CHECKs of the database tie them to the kind. */
export type PurposeColumns =
  | Referring<"collection" | "deployment" | "deposit", "attempt_id">
  | Referring<"payout", "payment_id" | "payout_attempt">
  | Referring<"movement", "movement_id">
  | Referring<"sweep", "deposit_exception_id" | "sweep">
  | Referring<"noop", never>;

/** The names of the columns, with the type that a statement takes for each. */
export const purposeColumns = {
  kind: "relay_kind",
  attempt_id: "text",
  payment_id: "text",
  payout_attempt: "int",
  movement_id: "text",
  deposit_exception_id: "text",
  sweep: "int",
} as const satisfies Record<keyof PurposeColumns, string>;
export const purposeColumnList = Object.keys(purposeColumns).join(", ");

const noReferences = {
  attempt_id: null,
  payment_id: null,
  payout_attempt: null,
  movement_id: null,
  deposit_exception_id: null,
  sweep: null,
} as const;

/** Returns the purpose that a row's columns say. */
export function toPurpose(columns: PurposeColumns): RelayPurpose {
  switch (columns.kind) {
    case "noop":
      return { kind: "noop" };
    case "payout":
      return { kind: "payout", paymentId: columns.payment_id, attempt: columns.payout_attempt };
    case "movement":
      return { kind: "movement", movementId: columns.movement_id };
    case "sweep":
      return { kind: "sweep", exceptionId: columns.deposit_exception_id, sweep: columns.sweep };
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
    case "sweep":
      return { ...noReferences, kind: "sweep", deposit_exception_id: purpose.exceptionId, sweep: purpose.sweep };
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
    case "sweep":
      return `sweep ${purpose.sweep} of ${purpose.exceptionId}`;
    default:
      return `${purpose.kind} ${purpose.attemptId}`;
  }
}
