import { isId, type PaymentId } from "#lib/core/ids.ts";

/** One transfer of a payout: the payment and the attempt number, from 1. */
export type PayoutAttempt = { paymentId: PaymentId; attempt: number };

/**
 * The relay's purpose of an attempt. The relay sends each purpose once, ever; another attempt has another purpose and is
 * opened only when the last one can no longer pay.
 */
export function payoutPurpose({ paymentId, attempt }: PayoutAttempt): `settle:${string}` {
  return attempt === 1 ? `settle:${paymentId}` : `settle:${paymentId}:${attempt}`;
}

/** Parses the part of a purpose after `settle:`; null when it names no attempt. */
export function parsePayoutSubject(subject: string): PayoutAttempt | null {
  const [paymentId = "", number, ...rest] = subject.split(":");
  if (!isId("pay", paymentId) || rest.length > 0) return null;
  if (number === undefined) return { paymentId, attempt: 1 };
  return /^[1-9]\d{0,8}$/.test(number) && number !== "1" ? { paymentId, attempt: Number(number) } : null;
}
