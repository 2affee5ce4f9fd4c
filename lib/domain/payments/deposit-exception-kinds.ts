/**
 * Why money at a deposit address didn't pay its payment as asked. `overpaid` is the part of a collection that is too much. `late` came
 * after the end, or after the price had expired; `repeated` after the payment had succeeded; `declined` from an account that the
 * screening declines.
 */
export const depositExceptionKinds = [
  "underpaid",
  "overpaid",
  "late",
  "repeated",
  "declined",
  "other_token",
  "other_chain",
] as const;
export type DepositExceptionKind = (typeof depositExceptionKinds)[number];
