import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApiKey } from "#lib/domain/partners/api-keys/create-api-key.ts";
import { permissions } from "#lib/domain/partners/api-keys/permissions.ts";
import { newSecret } from "#lib/domain/partners/api-keys/secret.ts";
import { createCaller, createIds } from "#test/api/create-ids.ts";
import { type Operation, operations } from "#test/api/operations.ts";
import { type Answer, type Api, startApi } from "#test/api/start-api.ts";
import { everywhere, type Ids, requestOf } from "#test/api/valid-request.ts";
import { bringTo } from "#test/domain/create-test-payment.ts";
import { digestDatabase } from "#test/stack/digest.ts";
import type { TestPartner } from "#test/stack/partner.ts";

let api: Api;

beforeAll(async () => {
  api = await startApi({ RATE_LIMIT_PER_ADDRESS: "0" });
});
afterAll(() => api.stop());

type Owner = { partner: TestPartner; ids: Ids };

async function newOwner(operation: Operation): Promise<Owner> {
  const partner = await createCaller(operation);
  const ids = await createIds(partner, operation.operationId);
  if (operation.operationId === "createRefund") await bringTo(ids.paymentId, "succeeded");
  return { partner, ids };
}

/** Sends a request that succeeds for the owner, authenticated only by this key, at the gateway as well. */
function send(operation: Operation, { ids }: Owner, apiKey: string): Promise<Answer> {
  const { method, path, query, body, headers } = requestOf(operation, everywhere(ids));
  // With an Idempotency-Key the refusal would be stored for replay.
  const once: Record<string, string> =
    operation.idempotency === "required" ? { "idempotency-key": newSecret("live") } : {};
  return api.send(method, path + query, body, { ...headers, ...once, "api-key": apiKey });
}

async function newKey({ partner }: Owner, allowed: readonly (typeof permissions)[number][]): Promise<string> {
  return (await createApiKey(partner.partnerId, "test", allowed)).secret;
}

/** Checks that a request is refused, reveals nothing beyond its own input, and changes nothing. */
async function expectRefused(request: () => Promise<Answer>, refusal: string): Promise<Answer> {
  const before = await digestDatabase();
  const answer = await request();
  expect(`${answer.status} ${answer.body.code}`).toBe(refusal);
  expect(Object.keys(answer.body)).toEqual(["code", "message"]);
  expect(await digestDatabase()).toBe(before);
  return answer;
}

const named = (list: readonly Operation[]) => list.map((operation) => [operation.operationId, operation] as const);

describe("a revoked key is treated like one that never existed:", () => {
  test.for(named(operations))("%s", async ([, operation]) => {
    const owner = await newOwner(operation);
    await api.query("UPDATE api_key SET revoked_at = now() WHERE partner_id = $1", [owner.partner.partnerId]);
    const revoked = await expectRefused(() => send(operation, owner, owner.partner.apiKey), "401 invalid_api_key");
    const unknown = await expectRefused(() => send(operation, owner, newSecret("live")), "401 invalid_api_key");
    expect(revoked.text).toBe(unknown.text);
  });
});

describe("a key with every permission except the required one sees nothing and changes nothing:", () => {
  test.for(named(operations))("%s", async ([, operation]) => {
    const owner = await newOwner(operation);
    const others = await newKey(
      owner,
      permissions.filter((each) => each !== operation.permission),
    );
    await expectRefused(() => send(operation, owner, others), "403 forbidden");
  });
});

/** These operations fail only at their option or address, which no chain has offered, or at the chain, which isn't there. */
const withoutChain: Record<string, number> = {
  fetchPaymentActions: 400,
  confirmPayment: 400,
  fetchRefundActions: 400,
  confirmRefund: 400,
  listDepositAssets: 400,
  giveDepositAddress: 400,
  nameRefundAccount: 400,
  getRefundOptions: 503,
};

describe("a key needs only the required permission:", () => {
  test.for(named(operations))("%s", async ([operationId, operation]) => {
    const owner = await newOwner(operation);
    const answer = await send(operation, owner, await newKey(owner, [operation.permission]));
    expect(answer.status, answer.text).toBe(withoutChain[operationId] ?? operation.response.status);
  });
});

/**
 * The error of an operation that names a deleted merchant; null if it names none, or acts on its payments and
 * the money it is owed.
 */
function refusalOfDeleted({ operationId, path }: Operation): string | null {
  if (path.endsWith("/settlements/held") || path.endsWith("/{merchantId}/payments")) return null;
  if (operationId.startsWith("createPayment")) return "403 forbidden";
  return path.includes("{merchantId}") ? "404 not_found" : null;
}

describe("a deleted merchant", () => {
  const naming = operations.filter((one) => refusalOfDeleted(one) !== null && one.operationId !== "deleteMerchant");

  async function newDeleted(operation: Operation): Promise<Owner> {
    const owner = await newOwner(operation);
    await api.query("UPDATE merchant SET deleted_at = now() WHERE id = $1", [owner.ids.merchantId]);
    return owner;
  }

  test.for(named(naming))("doesn't exist for %s, which changes nothing", async ([, operation]) => {
    const owner = await newDeleted(operation);
    const refusal = String(refusalOfDeleted(operation));
    await expectRefused(() => send(operation, owner, owner.partner.apiKey), refusal);
  });

  test.for(named(operations.filter(({ operationId }) => operationId === "deleteMerchant")))(
    "is deleted again by %s without a change",
    async ([, operation]) => {
      const owner = await newDeleted(operation);
      const before = await digestDatabase();
      const answer = await send(operation, owner, owner.partner.apiKey);
      expect([answer.status, answer.body]).toEqual([200, { id: owner.ids.merchantId, live: true, deleted: true }]);
      expect(await digestDatabase()).toBe(before);
    },
  );

  test.for(named(operations.filter((one) => refusalOfDeleted(one) === null)))(
    "doesn't affect %s, and keeps its payments",
    async ([operationId, operation]) => {
      const owner = await newDeleted(operation);
      const answer = await send(operation, owner, owner.partner.apiKey);
      expect(answer.status, answer.text).toBe(withoutChain[operationId] ?? operation.response.status);
      if (operationId === "listMerchants") expect(answer.body.data).toEqual([]);
      if (operationId === "listPayments") expect(answer.text).toContain(owner.ids.paymentId);
    },
  );
});

describe("a merchant that is", () => {
  const creations = operations.filter(({ operationId }) => operationId.startsWith("createPayment"));

  test.for(["inactive", "suspended"])("%s accepts no new payment", async (status) => {
    for (const operation of creations) {
      const owner = await newOwner(operation);
      await api.query("UPDATE merchant SET status = $2::merchant_status WHERE id = $1", [owner.ids.merchantId, status]);
      await expectRefused(() => send(operation, owner, owner.partner.apiKey), "403 forbidden");
    }
  });

  test.for(named(operations.filter((one) => !creations.includes(one))))(
    "inactive can still use its existing records: %s",
    async ([operationId, operation]) => {
      const owner = await newOwner(operation);
      await api.query("UPDATE merchant SET status = 'inactive' WHERE id = $1", [owner.ids.merchantId]);
      const answer = await send(operation, owner, owner.partner.apiKey);
      expect(answer.status, answer.text).toBe(withoutChain[operationId] ?? operation.response.status);
    },
  );
});
