import pLimit from "p-limit";
import { clock } from "#lib/core/clock.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import {
  type RequestEntry,
  type RequestFilter,
  type RequestPosition,
  selectRequests,
} from "#lib/domain/platform/request-log/repository.ts";
import { keptSince } from "#lib/domain/platform/request-log/retention.ts";

/** A search reads thousands of entries. Several at once would take the database's processors from payments. */
const searches = processSingleton("request-log-searches", () => pLimit(1));

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
  const select = () => selectRequests(scope, keptSince(clock.now()), filter, { after, limit: limit + 1 });
  const isSearch = Object.values(filter).some((value) => value !== undefined);
  const read = await (isSearch ? searches()(select) : select());
  const { requests: rows, scannedUntil } = read;
  const requests = rows.slice(0, limit);
  const last = requests.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return { requests, next: hasMore ? { at: last.at.toISOString(), id: last.id } : scannedUntil };
}
