import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { clock } from "#lib/core/clock.ts";
import { type ApiKeyId, newId, type PartnerId } from "#lib/core/ids.ts";
import { deleteOldRequests } from "#lib/domain/platform/request-log/delete-old-requests.ts";
import { listRequests } from "#lib/domain/platform/request-log/list-requests.ts";
import { insertRequests, type LoggedRequest, type RequestFilter } from "#lib/domain/platform/request-log/repository.ts";
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
  fields: [],
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

test("deletes what is older than 7 days, batch after batch, and nothing else", async () => {
  const old = Array.from({ length: 5_500 }, (_, index) => request(`${index}`, 24 * 8));
  await insertRequests([...old, request("kept", 24 * 7 - 1)]);
  await deleteOldRequests();
  const rows = await database.query("SELECT request_id FROM request_log_entry WHERE partner_id = $1", [partnerId]);
  expect(rows).toEqual([{ request_id: "kept" }]);
});
