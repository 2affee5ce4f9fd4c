import type { ApiKeyId, PartnerId } from "#lib/core/ids.ts";
import { containing } from "#lib/db/like-pattern.ts";
import { database } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { loggedPath } from "#lib/domain/platform/request-log/logged-path.ts";

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
  durationMs: number;
  requestId: string;
};

const insert = {
  name: "request-log-insert",
  text: `INSERT INTO request_log_entry (partner_id, api_key_id, at, method, path, status, code, duration_ms, request_id)
    SELECT * FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::text[], $5::text[], $6::int[], $7::text[],
      $8::int[], $9::text[])`,
};

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
  ]);
}

/** A logged request with the current name of its key. */
export type RequestEntry = {
  id: string;
  at: Date;
  method: string;
  path: string;
  status: number;
  code: string | null;
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

const selectPage = {
  name: "request-log-page",
  text: `SELECT e.id::text, e.at, e.method, e.path, e.status, e.code, e.duration_ms AS "durationMs",
      e.request_id AS "requestId", e.api_key_id AS "apiKeyId", k.name AS "keyName"
    FROM request_log_entry e LEFT JOIN api_key k ON k.id = e.api_key_id
    WHERE e.partner_id = $1 AND e.at >= $2 AND (e.at, e.id) < ($3::timestamptz, $4::bigint)
      AND ($5::text IS NULL OR e.api_key_id = $5) AND ($6::int IS NULL OR e.status / 100 = $6)
      AND ($7::text IS NULL OR e.method = $7) AND ($8::text IS NULL OR e.path ILIKE $8 OR e.request_id ILIKE $8)
    ORDER BY e.at DESC, e.id DESC LIMIT $9`,
};

/** Selects a partner's requests since a time, newest first. */
export function selectRequests(
  { partnerId }: PartnerScope,
  since: Date,
  { apiKeyId, statusClass, method, search }: RequestFilter,
  { after, limit }: { after: RequestPosition | null; limit: number },
): Promise<RequestEntry[]> {
  const { at, id } = after ?? { at: "infinity", id: "0" };
  const pattern = search === undefined ? null : containing(search);
  const filter = [apiKeyId ?? null, statusClass ?? null, method ?? null, pattern];
  return database.rows<RequestEntry>(selectPage, [partnerId, since, at, id, ...filter, limit]);
}

const deleteOld = {
  name: "request-log-delete",
  text: `DELETE FROM request_log_entry WHERE id IN (
    SELECT id FROM request_log_entry WHERE at < $1 ORDER BY at LIMIT $2 FOR UPDATE SKIP LOCKED)
    RETURNING id`,
};

/** Deletes up to `limit` entries from before a time. @returns the number of deleted entries. */
export async function deleteRequestsBefore(time: Date, limit: number): Promise<number> {
  return (await database.rows(deleteOld, [time, limit])).length;
}
