import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { consoleNeeds } from "#lib/api/openapi/console.ts";
import { answerConsoleSession } from "#lib/dashboard/console/answer-console-session.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";
import { memberOf } from "#test/dashboard/member.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { bringTo, createTestPayment } from "#test/domain/create-test-payment.ts";
import { createPartner, type TestPartner } from "#test/stack/partner.ts";

const session = vi.hoisted(() => ({ member: null as Member | null }));
vi.mock("#lib/dashboard/current-member.ts", () => ({ currentMember: async () => session.member }));

let database: ServiceDatabase;
let partner: TestPartner;

beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.stop());
beforeEach(async () => {
  partner = await createPartner();
  session.member = memberOf(partner, "owner");
});

async function read(operationId = "getPayment") {
  const needs = consoleNeeds(operationId);
  if (needs === null) throw new Error(`no operation ${operationId}`);
  const response = await answerConsoleSession(needs);
  expect(response.status).toBe(200);
  expect(response.headers.get("cache-control")).toBe("no-store");
  return (await response.json()).session;
}

test("a visitor has no session", async () => {
  session.member = null;
  expect(await read()).toBeNull();
});

test("the ids are the partner's newest in each mode, and another partner's never", async () => {
  await createTestPayment(await createPartner());
  expect((await read()).ids).toEqual({
    live: {
      paymentId: null,
      merchantId: partner.merchantId,
      settlementId: null,
      refundId: null,
      eventId: expect.stringMatching(/^evt_/),
      endpointId: null,
    },
    test: null,
  });
  await createTestPayment(partner);
  const newest = await createTestPayment(partner);
  const account = await createPartner({ testOf: partner.partnerId });
  const { ids } = await read();
  expect(ids.live).toMatchObject({ paymentId: newest, eventId: expect.stringMatching(/^evt_/) });
  expect(ids.test).toMatchObject({ paymentId: null, merchantId: account.merchantId });
});

test("an operation for payments of one status suggests one of that status, if there is one", async () => {
  const succeeded = await createTestPayment(partner);
  await bringTo(succeeded, "succeeded");
  const open = await createTestPayment(partner);
  const later = await createTestPayment(partner);
  await bringTo(later, "cancelled");
  expect((await read("createRefund")).ids.live.paymentId).toBe(succeeded);
  expect((await read("cancelPayment")).ids.live.paymentId).toBe(open);
  expect((await read("getPayment")).ids.live.paymentId).toBe(later);
});

test("the answer says whether the role of a viewer has the operation", async () => {
  session.member = memberOf(partner, "viewer");
  expect(await read("getPayment")).toMatchObject({ role: "viewer", mayCall: true });
  expect(await read("createPayment")).toMatchObject({ mayCall: false });
});

test("a member who lacks the required second factor learns no ids", async () => {
  session.member = { ...memberOf(partner, "owner"), lacksSecondFactor: true };
  expect(await read()).toMatchObject({ hasRequiredFactor: false, ids: { live: null, test: null } });
});
