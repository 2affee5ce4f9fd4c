import type { BuyerData } from "#lib/core/buyer-form/form-schema.ts";
import type { Caip10 } from "#lib/core/caip.ts";
import { newId, type PartnerId, type PaymentId, type SubmissionId } from "#lib/core/ids.ts";
import type { DataProvider } from "#lib/domain/payments/buyer-data/policy.ts";
import { type Sealed, seal, unseal } from "#lib/domain/payments/buyer-data/seal.ts";

/** How long what a buyer said counts, and is kept. */
const keptMs = 180 * 24 * 3_600_000;

/** What a buyer said, as it is kept. */
export type Submission = Sealed & {
  id: SubmissionId;
  partnerId: PartnerId;
  paymentId: PaymentId;
  accounts: readonly Caip10[];
  createdAt: Date;
  expiresAt: Date;
};

/** What is under the seal: the form, and which documents the buyer accepted. */
export type SealedContent = { data: BuyerData; accepted: { termsUrl: string; privacyUrl: string } };

/** Seals what was said for a payment's accounts. Nothing of it leaves this function in clear. */
export function sealSubmission(
  { id: paymentId, partnerId }: { id: PaymentId; partnerId: PartnerId },
  accounts: readonly Caip10[],
  data: BuyerData,
  { termsUrl, privacyUrl }: DataProvider,
  now: Date,
): Submission {
  const row = { id: newId("sub", now), partnerId, paymentId, accounts: [...new Set(accounts)].sort() };
  const content: SealedContent = { data, accepted: { termsUrl, privacyUrl } };
  const sealed = seal(JSON.stringify(content), placeOf(row));
  return { ...row, ...sealed, createdAt: now, expiresAt: new Date(now.getTime() + keptMs) };
}

/** Reads a submission. @throws Error when its key is not configured or its row is not what was sealed. */
export function openSubmission(submission: Submission): SealedContent {
  return JSON.parse(unseal(submission, placeOf(submission))) as SealedContent;
}

/** What a seal is bound to: moved to another row, partner, payment or account, it does not open. */
function placeOf({ id, partnerId, paymentId, accounts }: Omit<Submission, keyof Sealed | "createdAt" | "expiresAt">) {
  return JSON.stringify(["till:data-submission", id, partnerId, paymentId, ...accounts]);
}
