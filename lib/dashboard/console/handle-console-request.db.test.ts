import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { answerMember } from "#lib/api/answer-member.ts";
import { allRoutes } from "#lib/api/routes/all-routes.ts";
import { type Role, roles } from "#lib/core/roles.ts";
import { shownMember } from "#lib/core/shown-member.ts";
import { handleConsoleRequest } from "#lib/dashboard/console/handle-console-request.ts";
import { permissionsToGive } from "#lib/dashboard/key-rights.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";
import { proofHoldsMs } from "#lib/domain/partners/users/session.ts";
import { memberOf } from "#test/dashboard/member.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { createUser } from "#test/domain/create-user.ts";
import { createPartner, type TestPartner } from "#test/stack/partner.ts";

const session = vi.hoisted(() => ({ member: null as Member | null }));
vi.mock("#lib/dashboard/current-member.ts", () => ({ currentMember: async () => session.member }));

let database: ServiceDatabase;
let partner: TestPartner;
let other: TestPartner;

beforeAll(async () => {
  database = await startDatabase({ DATA_ENCRYPTION_KEY: "00".repeat(32), RATE_LIMIT_PER_KEY: "40" });
});
afterAll(() => database.stop());
beforeEach(async () => {
  partner = await createPartner();
  other = await createPartner();
  signIn("owner");
});

function signIn(role: Role, changes: Partial<Member> = {}): Member {
  session.member = { ...memberOf(partner, role), ...changes };
  return session.member;
}

type Sent = { mode?: string; method?: string; target: string; headers?: Record<string, string>; body?: unknown };
type Outcome = {
  status: number;
  api: { status: number; headers: Record<string, string>; body: Record<string, never> };
};

const ownOrigin = { origin: "https://till.example", "content-type": "application/json" };

async function post(sent: Sent, headers: Record<string, string> = ownOrigin) {
  const { mode = "live", method = "POST", target, headers: own = {}, body } = sent;
  const text = JSON.stringify({
    mode,
    method,
    target,
    headers: own,
    body: body === undefined ? null : JSON.stringify(body),
  });
  const request = new Request("https://till.example/docs/console/send", { method: "POST", headers, body: text });
  const response = await handleConsoleRequest(request, (one, member) => answerMember(one, member, request));
  return { status: response.status, json: await response.json() };
}

/** Sends a request that reaches the API. */
async function send(sent: Sent): Promise<Outcome["api"]> {
  const { status, json } = await post(sent);
  expect(status, JSON.stringify(json)).toBe(200);
  return { ...json, body: JSON.parse(json.body) };
}

const payment = { referenceId: "order 1", amount: { unit: "iso4217/USD", value: "1250" } };
const creation = (changes: Partial<Sent> = {}): Sent => ({
  target: "/v1/payments",
  headers: { "merchant-id": partner.merchantId, "idempotency-key": "k1" },
  body: payment,
  ...changes,
});
const countPayments = async () =>
  (await database.query<{ count: number }>("SELECT count(*)::int AS count FROM payment"))[0]?.count;

test.for([
  ["with an Idempotency-Key", { "idempotency-key": "k1" }],
  ["without one", {}],
] as const)("a payment of a member %s is in the audit log under their name", async ([, key]) => {
  const { userId, email } = signIn("developer");
  const { status, body, headers } = await send(creation({ headers: { "merchant-id": partner.merchantId, ...key } }));
  expect(status).toBe(201);
  expect(headers.ratelimit).toContain("key");
  const entries = await database.query(
    "SELECT actor_kind, actor_id, actor_name, action FROM audit_entry WHERE subject_id = $1",
    [body.paymentId],
  );
  expect(entries).toEqual([{ actor_kind: "user", actor_id: userId, actor_name: email, action: "payment.created" }]);
});

test("a repeat with the same Idempotency-Key gets the same answer, and creates nothing", async () => {
  const first = await send(creation());
  const again = await send(creation());
  expect(again.headers["idempotent-replayed"]).toBe("true");
  expect(again.body).toEqual(first.body);
  const conflict = await send(creation({ body: { ...payment, referenceId: "order 2" } }));
  expect(conflict.body).toMatchObject({ code: "idempotency_conflict" });
});

test("in test mode, a request acts on the test account, and never on the live one", async () => {
  const before = await countPayments();
  const merchant = { merchantName: "Café Lumen", merchantEmail: "hello@lumen.example" };
  const created = await send({
    mode: "test",
    target: "/v1/merchants",
    headers: { "idempotency-key": "m1" },
    body: merchant,
  });
  expect(created.status).toBe(201);
  const headers = { "merchant-id": created.body.merchantId ?? "" };
  const { status, body } = await send(creation({ mode: "test", headers }));
  expect([status, await countPayments()]).toEqual([201, (before ?? 0) + 1]);
  const [row] = await database.query<{ live: string }>(
    "SELECT p.live_account_id AS live FROM payment y JOIN partner p ON p.id = y.partner_id WHERE y.id = $1",
    [body.paymentId],
  );
  expect(row?.live).toBe(partner.partnerId);
  const read = { method: "GET", target: `/v1/payments/${body.paymentId}`, headers };
  expect((await send({ ...read, mode: "test" })).status).toBe(200);
  expect((await send(read)).status).toBe(403);
  expect((await send(creation({ mode: "test" }))).body).toMatchObject({ code: "forbidden" });
});

test.for(roles)(
  "a member with the role %s calls the operations of the permissions that they can grant",
  async (role) => {
    const operations = allRoutes.map(({ operation }) => operation);
    for (const { operationId, method, path, permission } of operations) {
      // A member for each request: their limit isn't what is tested here.
      signIn(role);
      const target = path.replaceAll(/\{\w+\}/g, "unknown");
      const { status, body } = await send({ method, target, ...(method === "GET" ? {} : { body: {} }) });
      const isRefused = status === 403 && String(body.message).startsWith(`Your role (${role})`);
      expect(isRefused, operationId).toBe(!permissionsToGive(role).includes(permission));
      expect(status, `${operationId}: ${JSON.stringify(body)}`).toBeLessThan(500);
    }
  },
);

test("a viewer creates no payment", async () => {
  signIn("viewer");
  const before = await countPayments();
  expect((await send(creation())).body).toMatchObject({ code: "forbidden" });
  expect(await countPayments()).toBe(before);
});

test("ids of another partner are unknown", async () => {
  const headers = { "merchant-id": other.merchantId };
  expect((await send(creation({ headers }))).body).toMatchObject({ code: "forbidden" });
  expect((await send({ method: "GET", target: `/v1/merchants/${other.merchantId}` })).status).toBe(404);
  const theirs = memberOf(other, "owner");
  session.member = theirs;
  const { body } = await send(creation({ headers }));
  signIn("owner");
  for (const [method, path] of [
    ["GET", `/v1/payments/${body.paymentId}`],
    ["POST", `/v1/payments/${body.paymentId}/cancel`],
    ["GET", `/v1/gateway/payment/${body.paymentId}`],
  ] as const) {
    const answer = await send({ method, target: path, headers: { "merchant-id": partner.merchantId } });
    expect(answer.body, path).toMatchObject({ code: "payment_not_found" });
  }
});

test.for([
  ["of another site", { origin: "https://evil.example", "content-type": "application/json" }],
  ["without an origin", { "content-type": "application/json" }],
  ["of a form", { origin: "https://till.example", "content-type": "text/plain" }],
] as const)("a request %s is refused before it reaches the API", async ([, headers]) => {
  const before = await countPayments();
  const { status, json } = await post(creation(), headers);
  expect([status, json.error.code, await countPayments()]).toEqual([403, "forbidden", before]);
});

test("a request without a session is refused with 401", async () => {
  session.member = null;
  const { status, json } = await post(creation());
  expect([status, json.error.message]).toEqual([401, "Your session has ended. Sign in again."]);
});

test("a request of a page that shows another member is refused", async () => {
  const { status, json } = await post(creation(), {
    ...ownOrigin,
    [shownMember.header]: memberOf(partner, "owner").userId,
  });
  expect([status, json.error.code]).toEqual([409, shownMember.refusedCode]);
});

test("a member who lacks the second factor that the partner requires sends nothing", async () => {
  signIn("owner", { lacksSecondFactor: true });
  const before = await countPayments();
  const { status, json } = await post(creation());
  expect([status, await countPayments()]).toEqual([403, before]);
  expect(json.error.message).toContain("requires two-factor authentication");
});

test("after the proof is too old, payments are created, and what a proof protects isn't changed", async () => {
  signIn("owner", { provedAt: new Date(Date.now() - proofHoldsMs - 1_000) });
  expect((await send(creation())).status).toBe(201);
  const merchant = `/v1/merchants/${partner.merchantId}`;
  const change = { method: "PATCH", target: merchant, body: { merchantName: "Other" } };
  expect((await send(change)).body).toMatchObject({ code: "forbidden", issues: [{ field: "proof" }] });
  expect((await send({ method: "GET", target: merchant })).status).toBe(200);
  const endpoint = { target: "/v1/webhook-endpoints", body: { url: "https://shop.example/hook" } };
  expect((await send(endpoint)).body).toMatchObject({ issues: [{ field: "proof" }] });
});

test("a webhook endpoint is created by its member, and not with a role that the member has just lost", async () => {
  const member = await createUser(partner.partnerId, "developer");
  session.member = member;
  const endpoint = { target: "/v1/webhook-endpoints", body: { url: "https://shop.example/hook" } };
  expect((await send(endpoint)).status).toBe(201);
  session.member = { ...member, role: "admin" };
  expect((await send({ ...endpoint, body: { url: "https://shop.example/other" } })).body).toMatchObject({
    code: "forbidden",
  });
});

test.for([
  ["Api-Key", { headers: { "api-key": "till_live_x" } }],
  ["App-Id", { headers: { "app-id": "x".repeat(20) } }],
  ["path outside of /v1", { target: "/dashboard/data/payments.cancel" }],
  ["path of another host", { target: "//evil.example/v1/payments" }],
  ["method", { method: "TRACE" }],
  ["mode", { mode: "both" }],
] as const)("a request with another %s is refused", async ([, changes]) => {
  const { status, json } = await post(creation(changes as Partial<Sent>));
  expect([status, json.error.code]).toEqual([400, "params_validation"]);
});

test("each member has the limit of a key, so that one's flood leaves the others theirs", async () => {
  const read = { method: "GET", target: "/v1/merchants" };
  const statuses = await Promise.all(Array.from({ length: 41 }, async () => (await send(read)).status));
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  signIn("owner");
  expect((await send(read)).status).toBe(200);
});
