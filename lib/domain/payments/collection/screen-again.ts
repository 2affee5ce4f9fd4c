import { LRUCache } from "lru-cache";
import { toCaip10 } from "#lib/core/caip.ts";
import { clock } from "#lib/core/clock.ts";
import type { AttemptId } from "#lib/core/ids.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { withinTimeout } from "#lib/core/within-timeout.ts";
import { database } from "#lib/db/pool.ts";
import { findUnfinishedAttempt } from "#lib/domain/payments/collection/repository.ts";
import { getOptionOfAttempt } from "#lib/domain/payments/options/option-repository.ts";
import { isScreeningConfigured } from "#lib/domain/payments/screening/configured-screening.ts";
import { screenAccount } from "#lib/domain/payments/screening/screen-account.ts";

/** The age up to which a verdict counts. */
const validMs = 60_000;
/** The relay waits no longer than this for a verdict, because other transactions wait with it. */
const timeoutMs = 2_000;

/** The attempts whose buyers were accepted by this process, for as long as that counts. */
const accepted = processSingleton(
  "screened-attempts",
  () => new LRUCache<AttemptId, true>({ max: 10_000, ttl: validMs, ttlResolution: 0 }),
);

/**
 * Tells whether an attempt's buyer may still pay, and of a refund whether the buyer may still be paid. The confirm screened the
 * account; it is screened again when that was more than a minute ago, because a collection may wait for an approval or for gas.
 * @throws Error when the screening fails or takes longer than 2 s; the collection then waits until its signature expires.
 */
export async function isStillAccepted(attemptId: AttemptId): Promise<boolean> {
  if (!isScreeningConfigured() || accepted().has(attemptId)) return true;
  const attempt = await findUnfinishedAttempt(database, attemptId);
  if (attempt === null || clock.now().getTime() - attempt.createdAt.getTime() <= validMs) return true;
  const { chainId, refundId, buyer, recipient } = await getOptionOfAttempt(database, attemptId);
  const address = refundId === null ? buyer : recipient;
  const screened = screenAccount(toCaip10({ chainId, address }));
  const verdict = await withinTimeout(screened, timeoutMs, `the screening did not answer within ${timeoutMs} ms`);
  if (verdict === "accepted") accepted().set(attemptId, true);
  return verdict === "accepted";
}
