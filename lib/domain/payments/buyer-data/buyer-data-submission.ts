import type { BuyerData } from "#lib/core/buyer-form/form-schema.ts";
import type { Caip10 } from "#lib/core/caip.ts";
import { newId, type PartnerId, type PaymentId, type SubmissionId } from "#lib/core/ids.ts";
import type { BuyerDataProvider } from "#lib/domain/payments/buyer-data/buyer-data-policy.ts";
import { type Sealed, seal, unseal } from "#lib/env/seal.ts";

/** The time for which a submission covers its accounts and is kept. */
const retentionMs = 180 * 24 * 3_600_000;

/** A buyer's form as it is stored: encrypted. */
export type BuyerDataSubmission = Sealed & {
  id: SubmissionId;
  partnerId: PartnerId;
  paymentId: PaymentId;
  accounts: readonly Caip10[];
  createdAt: Date;
  expiresAt: Date;
};

/** The encrypted part of a submission: the form, and the documents that the buyer accepted. */
export type BuyerDataContent = { data: BuyerData; accepted: { termsUrl: string; privacyUrl: string } };

/** Encrypts the form of a payment's accounts. The clear text does not leave this function. */
export function sealBuyerData(
  { id: paymentId, partnerId }: { id: PaymentId; partnerId: PartnerId },
  accounts: readonly Caip10[],
  data: BuyerData,
  { termsUrl, privacyUrl }: BuyerDataProvider,
  now: Date,
): BuyerDataSubmission {
  const row = { id: newId("sub", now), partnerId, paymentId, accounts: [...new Set(accounts)].sort() };
  const content: BuyerDataContent = { data, accepted: { termsUrl, privacyUrl } };
  const sealed = seal(JSON.stringify(content), placeOf(row));
  return { ...row, ...sealed, createdAt: now, expiresAt: new Date(now.getTime() + retentionMs) };
}

/** Decrypts a submission. @throws Error when its key is not configured or its row differs from the one sealed. */
export function openBuyerData(submission: BuyerDataSubmission): BuyerDataContent {
  return JSON.parse(unseal(submission, placeOf(submission))) as BuyerDataContent;
}

/**
 * The associated data of a seal: a submission moved to another row, partner, payment or account can't be opened. Stored
 * submissions depend on this text, its first part included, so it must never change.
 */
function placeOf({
  id,
  partnerId,
  paymentId,
  accounts,
}: Omit<BuyerDataSubmission, keyof Sealed | "createdAt" | "expiresAt">) {
  return JSON.stringify(["till:data-submission", id, partnerId, paymentId, ...accounts]);
}
