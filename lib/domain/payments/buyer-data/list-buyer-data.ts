import { clock } from "#lib/core/clock.ts";
import { isId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import {
  type BuyerDataContent,
  type BuyerDataSubmission,
  openBuyerData,
} from "#lib/domain/payments/buyer-data/buyer-data-submission.ts";
import { listBuyerDataSubmissions } from "#lib/domain/payments/buyer-data/repository.ts";

/** A decrypted submission. */
export type OpenedBuyerData = Pick<BuyerDataSubmission, "id" | "accounts" | "createdAt" | "expiresAt"> &
  BuyerDataContent;

/**
 * Decrypts the submissions for a payment of the partner, oldest first; empty for a payment of another partner.
 * Submissions from the hosted form are unverified, because anyone with the link can send it; those of a confirm came with
 * the account's signature.
 * @throws Error when a key is not configured or a row was tampered with.
 */
export async function listBuyerData({ partnerId }: PartnerScope, paymentId: string): Promise<OpenedBuyerData[]> {
  if (!isId("pay", paymentId)) return [];
  const submissions = await listBuyerDataSubmissions(database, partnerId, paymentId, clock.now());
  return submissions.map((submission) => {
    const { id, accounts, createdAt, expiresAt } = submission;
    return { id, accounts, createdAt, expiresAt, ...openBuyerData(submission) };
  });
}
