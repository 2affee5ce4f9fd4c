import { clock } from "#lib/core/clock.ts";
import { isId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { listSubmissions } from "#lib/domain/payments/buyer-data/repository.ts";
import { openSubmission, type SealedContent, type Submission } from "#lib/domain/payments/buyer-data/submission.ts";

export type OpenSubmission = Pick<Submission, "id" | "accounts" | "createdAt" | "expiresAt"> & SealedContent;

/**
 * What buyers said for a payment of the partner, in clear, oldest first; nothing for another partner's. Those sent by
 * the form are anybody's word who had the link; those of a confirm came with the account's signature.
 * @throws Error when a key is not configured or a row was tampered with.
 */
export async function readSubmissions({ partnerId }: PartnerScope, paymentId: string): Promise<OpenSubmission[]> {
  if (!isId("pay", paymentId)) return [];
  const submissions = await listSubmissions(database, partnerId, paymentId, clock.now());
  return submissions.map((submission) => {
    const { id, accounts, createdAt, expiresAt } = submission;
    return { id, accounts, createdAt, expiresAt, ...openSubmission(submission) };
  });
}
