import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { clock } from "#lib/core/clock.ts";
import { type ApiKeyId, newId, type PartnerId } from "#lib/core/ids.ts";
import { listRequests } from "#lib/domain/platform/request-log/list-requests.ts";
import {
  insertRequests,
  type LoggedRequest,
  type RequestFilter,
  rotateRequestLog,
} from "#lib/domain/platform/request-log/repository.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";

const hourMs = 3_600_000;
const keys = ["key_a", "key_b"] as readonly string[] as readonly ApiKeyId[];

let database: ServiceDatabase;
let partnerId: PartnerId;

beforeAll(async () => {
  database = await startDatabase();
});
beforeEach(() => {
  partnerId = newId("prt", new Date());
});
afterAll(() => database.stop());

const request = (requestId: string, hoursAgo: number, fields: Partial<LoggedRequest> = {}): LoggedRequest => ({
  partnerId,
  apiKeyId: keys[0] as ApiKeyId,
  atMs: clock.now().getTime() - hoursAgo * hourMs,
  method: "GET",
  path: "/v1/payments",
  query: new URLSearchParams(),
  status: 200,
  code: null,
  issues: [],
  serviceVersion: "2026-02-18",
  durationMs: 1.4,
  requestId,
  ...fields,
});

async function list(filter: RequestFilter = {}, limit = 100): Promise<string[]> {
  const page = await listRequests({ partnerId, merchantId: null }, filter, { after: null, limit });
  return page.requests.map(({ requestId }) => requestId);
}

test("lists the newest first, of one partner, of the last 7 days", async () => {
  await insertRequests([request("old", 24 * 7 + 1), request("one", 3), request("two", 2)]);
  await insertRequests([request("foreign", 1, { partnerId: newId("prt", new Date()) })]);
  expect(await list()).toEqual(["two", "one"]);
});

test("filters by key, class of status, method, and part of path or request id, which is taken literally", async () => {
  await insertRequests([
    request("plain", 4),
    request("key", 3, { apiKeyId: keys[1] as ApiKeyId }),
    request("status", 2, { status: 404, code: "not_found" }),
    request("method", 1, { method: "POST", path: "/v1/refunds%" }),
  ]);
  expect(await list({ apiKeyId: "key_b" })).toEqual(["key"]);
  expect(await list({ statusClass: 4 })).toEqual(["status"]);
  expect(await list({ method: "POST" })).toEqual(["method"]);
  expect(await list({ search: "REFUNDS%" })).toEqual(["method"]);
  expect(await list({ search: "%" })).toEqual(["method"]);
  expect(await list({ search: "plai" })).toEqual(["plain"]);
  expect(await list({ search: "plai", statusClass: 5 })).toEqual([]);
});

test("continues where a page ended, also among simultaneous requests and with new ones in between", async () => {
  const atMs = clock.now().getTime() - hourMs;
  await insertRequests(Array.from({ length: 7 }, (_, index) => request(`${index}`, 0, { atMs })));
  const scope = { partnerId, merchantId: null };
  const seen: string[] = [];
  let page = await listRequests(scope, {}, { after: null, limit: 3 });
  for (;;) {
    seen.push(...page.requests.map(({ requestId }) => requestId));
    if (page.next === null) break;
    await insertRequests([request("new", 0)]);
    page = await listRequests(scope, {}, { after: page.next, limit: 3 });
  }
  expect(seen).toEqual(["6", "5", "4", "3", "2", "1", "0"]);
});

test("a filtered page reads 10,000 requests and continues from there, so that a rare request is found", async () => {
  const atMs = clock.now().getTime() - hourMs;
  const many = Array.from({ length: 10_002 }, (_, index) => request(`many-${index}`, 0, { atMs: atMs + index }));
  await insertRequests([request("rare", 0, { atMs: atMs - 1 }), ...many]);
  const scope = { partnerId, merchantId: null };
  const first = await listRequests(scope, { search: "rare" }, { after: null, limit: 50 });
  expect(first).toEqual({ requests: [], next: { at: new Date(atMs + 2).toISOString(), id: expect.any(String) } });
  const second = await listRequests(scope, { search: "rare" }, { after: first.next, limit: 50 });
  expect(second).toMatchObject({ requests: [{ requestId: "rare" }], next: null });
});

test("days are dropped once their entries are older than lists show, and there are partitions for two weeks", async () => {
  const dayMs = 24 * hourMs;
  const start = clock.now().getTime();
  const later = (days: number) => new Date(start + days * dayMs);
  // The first partition ends with the second day after this one.
  await insertRequests([0, 4, 5, 13].map((days) => request(`${days}`, -24 * days)));
  const kept = async () => {
    const rows = await database.query<{ request_id: string }>(
      "SELECT request_id FROM request_log_entry WHERE partner_id = $1 ORDER BY at",
      [partnerId],
    );
    return rows.map(({ request_id }) => request_id);
  };
  await rotateRequestLog(later(10));
  expect(await kept()).toEqual(["0", "4", "5", "13"]);
  await rotateRequestLog(later(11));
  expect(await kept()).toEqual(["4", "5", "13"]);
  // A clock that is wrong by months drops only what it takes for old, and leaves no gap once it is right again.
  await rotateRequestLog(later(100));
  await rotateRequestLog(later(12));
  await insertRequests([request("again", -24 * 12), request("ahead", -24 * 25)]);
  expect(await kept()).toEqual(["again", "ahead"]);
});

test("the log's partitions wait for a transaction that reads it for half a second, and are rotated later", async () => {
  const rotation = database.holding("SELECT FROM request_log_entry", () => rotateRequestLog(new Date("2030-01-01")));
  await expect(rotation).rejects.toMatchObject({ code: "55P03" });
});
