import { isId, type PaymentId } from "#lib/core/ids.ts";

/** A transfer that delivers a payout: which payment's, and the how manieth, from 1. */
export type SettleAttempt = { paymentId: PaymentId; attempt: number };

/**
 * What the relay sends an attempt under. Each is sent once, ever; a further attempt has another purpose, and is only
 * made when the last one can't pay any more.
 */
export function settlePurpose({ paymentId, attempt }: SettleAttempt): `settle:${string}` {
  return attempt === 1 ? `settle:${paymentId}` : `settle:${paymentId}:${attempt}`;
}

/** Reads what stands behind `settle:`; null when it is no attempt. */
export function parseSettleSubject(subject: string): SettleAttempt | null {
  const [paymentId = "", number, ...rest] = subject.split(":");
  if (!isId("pay", paymentId) || rest.length > 0) return null;
  if (number === undefined) return { paymentId, attempt: 1 };
  return /^[1-9]\d{0,8}$/.test(number) && number !== "1" ? { paymentId, attempt: Number(number) } : null;
}
