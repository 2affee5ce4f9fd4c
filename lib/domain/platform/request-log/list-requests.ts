import { clock } from "#lib/core/clock.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import {
  type RequestEntry,
  type RequestFilter,
  type RequestPosition,
  selectRequests,
} from "#lib/domain/platform/request-log/repository.ts";

const keptForMs = 7 * 24 * 3_600_000;

/** The time of the oldest request that is kept. */
function keptSince(now: Date): Date {
  return new Date(now.getTime() - keptForMs);
}

type RequestPage = { requests: RequestEntry[]; next: RequestPosition | null };

/**
 * Lists the API requests of a partner's keys in the last 7 days, newest first. A request appears after about a second. A filtered
 * page may have fewer requests than the limit, or none, and a `next` for older ones.
 */
export async function listRequests(
  scope: PartnerScope,
  filter: RequestFilter,
  { after, limit }: { after: RequestPosition | null; limit: number },
): Promise<RequestPage> {
  const read = await selectRequests(scope, keptSince(clock.now()), filter, { after, limit: limit + 1 });
  const { requests: rows, scannedUntil } = read;
  const requests = rows.slice(0, limit);
  const last = requests.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return { requests, next: hasMore ? { at: last.at.toISOString(), id: last.id } : scannedUntil };
}
