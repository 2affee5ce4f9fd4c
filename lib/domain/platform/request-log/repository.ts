import type { Issue } from "#lib/core/errors.ts";
import type { ApiKeyId, PartnerId } from "#lib/core/ids.ts";
import type { ServiceVersion } from "#lib/core/service-versions.ts";
import { containing } from "#lib/db/like-pattern.ts";
import { database } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { statement } from "#lib/db/statement.ts";
import { type LoggedIssue, loggedIssues, loggedPath } from "#lib/domain/platform/request-log/logged-path.ts";

/** A finished request of an API key. */
export type LoggedRequest = {
  partnerId: PartnerId;
  apiKeyId: ApiKeyId;
  /** The time of arrival, in Unix milliseconds. */
  atMs: number;
  method: string;
  path: string;
  query: URLSearchParams;
  status: number;
  /** The error code; null for a success. */
  code: string | null;
  /** The refused fields, as the response names them. */
  issues: readonly Issue[];
  /** The version of the response. */
  serviceVersion: ServiceVersion;
  durationMs: number;
  requestId: string;
};

const insert = statement({
  name: "request-log-insert",
  text: `INSERT INTO request_log_entry (partner_id, api_key_id, at, method, path, status, code, duration_ms, request_id,
      issues, service_version)
    SELECT * FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::text[], $5::text[], $6::int[], $7::text[],
      $8::int[], $9::text[], $10::jsonb[], $11::text[])`,
});

/** Inserts requests in one statement, in the given order. */
export async function insertRequests(requests: readonly LoggedRequest[]): Promise<void> {
  await database.rows(insert, [
    requests.map(({ partnerId }) => partnerId),
    requests.map(({ apiKeyId }) => apiKeyId),
    requests.map(({ atMs }) => new Date(atMs).toISOString()),
    requests.map(({ method }) => method),
    requests.map(({ path, query }) => loggedPath(path, query)),
    requests.map(({ status }) => status),
    requests.map(({ code }) => code),
    requests.map(({ durationMs }) => Math.round(durationMs)),
    requests.map(({ requestId }) => requestId),
    requests.map(({ issues }) => jsonOf(loggedIssues(issues))),
    requests.map(({ serviceVersion }) => serviceVersion),
  ]);
}

const jsonOf = (value: unknown) => (value === null ? null : JSON.stringify(value));

/** A logged request with the current name of its key. */
export type RequestEntry = {
  id: string;
  at: Date;
  method: string;
  path: string;
  status: number;
  code: string | null;
  /** The refused fields; null if none was. */
  issues: LoggedIssue[] | null;
  serviceVersion: ServiceVersion;
  durationMs: number;
  requestId: string;
  apiKeyId: ApiKeyId;
  keyName: string | null;
};

/** Filters of the request log. Undefined disables a filter. */
export type RequestFilter = {
  apiKeyId?: string | undefined;
  /** The first digit of the status. */
  statusClass?: number | undefined;
  method?: string | undefined;
  /** A substring of the path or request id, ignoring case. */
  search?: string | undefined;
};

/** The position of an entry in the list, which is sorted by time and then by id. */
export type RequestPosition = { at: string; id: string };

/**
 * The entries that one page of a filtered list reads at most, so that a search without results doesn't read a
 * partner's whole log.
 */
const scannedAtMost = 10_000;

const columns = `e.id::text, e.at, e.method, e.path, e.status, e.code, e.duration_ms AS "durationMs",
  e.issues, e.service_version AS "serviceVersion",
  e.request_id AS "requestId", e.api_key_id AS "apiKeyId", k.name AS "keyName"`;
const ofPartner = "e.partner_id = $1 AND e.at >= $2 AND (e.at, e.id) < ($3::timestamptz, $4::bigint)";

const selectPage = statement<RequestEntry>({
  name: "request-log-page",
  text: `SELECT ${columns} FROM request_log_entry e LEFT JOIN api_key k ON k.id = e.api_key_id
    WHERE ${ofPartner} ORDER BY e.at DESC, e.id DESC LIMIT $5`,
});

const selectFiltered = statement<RequestEntry>({
  name: "request-log-filtered-page",
  text: `WITH scanned AS MATERIALIZED (
      SELECT * FROM request_log_entry e WHERE ${ofPartner} ORDER BY e.at DESC, e.id DESC LIMIT $6)
    SELECT ${columns} FROM scanned e LEFT JOIN api_key k ON k.id = e.api_key_id
    WHERE ($7::text IS NULL OR e.api_key_id = $7) AND ($8::int IS NULL OR e.status / 100 = $8)
      AND ($9::text IS NULL OR e.method = $9) AND ($10::text IS NULL OR e.path ILIKE $10 OR e.request_id ILIKE $10)
    ORDER BY e.at DESC, e.id DESC LIMIT $5`,
});

const selectScanEnd = statement<{ at: Date; id: string }>({
  name: "request-log-scan-end",
  text: `SELECT e.at, e.id::text FROM request_log_entry e WHERE ${ofPartner} ORDER BY e.at DESC, e.id DESC
    OFFSET $5 LIMIT 1`,
});

/**
 * Selects a partner's requests since a time, newest first. A filtered page reads at most 10,000 entries.
 * @returns the requests, and where the reading ended if entries are left that it hasn't compared with the filter.
 */
export async function selectRequests(
  { partnerId }: PartnerScope,
  since: Date,
  { apiKeyId, statusClass, method, search }: RequestFilter,
  { after, limit }: { after: RequestPosition | null; limit: number },
): Promise<{ requests: RequestEntry[]; scannedUntil: RequestPosition | null }> {
  const { at, id } = after ?? { at: "infinity", id: "0" };
  const from = [partnerId, since, at, id] as const;
  const pattern = search === undefined ? null : containing(search);
  const filter = [apiKeyId ?? null, statusClass ?? null, method ?? null, pattern];
  if (filter.every((value) => value === null)) {
    return { requests: await database.rows(selectPage, [...from, limit]), scannedUntil: null };
  }
  const requests = await database.rows(selectFiltered, [...from, limit, scannedAtMost, ...filter]);
  if (requests.length === limit) return { requests, scannedUntil: null };
  const [end] = await database.rows(selectScanEnd, [...from, scannedAtMost - 1]);
  return { requests, scannedUntil: end === undefined ? null : { at: end.at.toISOString(), id: end.id } };
}

const rotate = statement({ name: "request-log-rotate", text: "SELECT rotate_request_log(coalesce($1, now()))" });

/**
 * Creates the partitions of the next two weeks, and drops those with entries from more than 8 days before `time` only.
 * @param time null for the database's, because a process whose own is wrong would drop too much.
 * @throws the database's error when another transaction holds a lock for half a second: nothing has changed then.
 */
export async function rotateRequestLog(time: Date | null): Promise<void> {
  await database.rows(rotate, [time]);
}
