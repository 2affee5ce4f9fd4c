import { newId, type PaymentId, type ReceiptRequestId } from "#lib/core/ids.ts";
import type { Locale } from "#lib/core/locales.ts";
import { type Sealed, seal, unseal } from "#lib/env/seal.ts";

/** The time for which an email address is kept, so that it gets one receipt of a payment. */
const retentionMs = 30 * 24 * 3_600_000;

/** A buyer's wish for a receipt by email, with the address encrypted. */
export type ReceiptRequest = Sealed & {
  id: ReceiptRequestId;
  paymentId: PaymentId;
  locale: Locale;
  createdAt: Date;
  expiresAt: Date;
  sentAt: Date | null;
};

/** Encrypts the email address of a receipt request. */
export function sealReceiptRequest(paymentId: PaymentId, email: string, locale: Locale, now: Date): ReceiptRequest {
  const row = { id: newId("rcp", now), paymentId };
  const expiresAt = new Date(now.getTime() + retentionMs);
  return { ...row, ...seal(email, placeOf(row)), locale, createdAt: now, expiresAt, sentAt: null };
}

/** Decrypts the email address. @throws Error when its key is not configured or its row differs from the one sealed. */
export function openReceiptEmail(request: ReceiptRequest): string {
  return unseal(request, placeOf(request));
}

/** The associated data of the seal. Stored requests depend on this text, so it must never change. */
function placeOf({ id, paymentId }: Pick<ReceiptRequest, "id" | "paymentId">): string {
  return JSON.stringify(["till:receipt-request", id, paymentId]);
}
