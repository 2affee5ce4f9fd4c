import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { schemaIn } from "#lib/api/operation.ts";
import { useClock } from "#lib/core/clock.ts";
import { newId, type PaymentId } from "#lib/core/ids.ts";
import { serviceVersions } from "#lib/core/service-versions.ts";
import { permissions } from "#lib/domain/partners/api-keys/permissions.ts";
import { newSecret } from "#lib/domain/partners/api-keys/secret.ts";
import { createCaller, createIds, createSettledPartner } from "#test/api/create-ids.ts";
import { declaredAnswers, declaredIn, elsewhere } from "#test/api/declared.ts";
import { type Change, type Exchange, openExchange } from "#test/api/exchange.ts";
import { faultsOf } from "#test/api/faults-of.ts";
import { operations } from "#test/api/operations.ts";
import { type Answer, type Api, startApi } from "#test/api/start-api.ts";
import { unknownIds } from "#test/api/valid-request.ts";
import { applyEvent, bringTo } from "#test/domain/create-test-payment.ts";
import { payWithPayout } from "#test/domain/pay-with-payout.ts";
import { digestDatabase } from "#test/stack/digest.ts";
import { createPartner } from "#test/stack/partner.ts";

let api: Api;

beforeAll(async () => {
  api = await startApi({ RATE_LIMIT_PER_ADDRESS: "0" });
});
afterAll(() => api.stop());

const eurc = "eip155:8453/erc20:0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42";

/** Empty credentials, which count as absent. */
const noCredentials = { "api-key": "", "app-id": "", "merchant-id": "" };

/** Produces each response: by a change to a successful request, or by a function. */
const ways: Record<string, Change | ((exchange: Exchange) => Promise<Answer>)> = {
  "200": ({ operation, ids, send }) => carryOut(operation.operationId, ids.paymentId, send),
  "201": {},
  "400 header_not_ascii": { headers: { "sdk-name": "caf\u00e9" } },
  "400 invalid_api_version": { headers: { "service-version": "soon" } },
  "400 unknown_api_version": { headers: { "service-version": "2020-01-01" } },
  "400 invalid_params": ({ operation, send }) =>
    send(operation.method === "GET" ? { query: "?cursor=x" } : { body: "{" }),
  "400 params_validation": ({ operation, send }) =>
    send({ query: "?maxPollMs=x&unknown=1", ...(operation.method === "GET" ? {} : { body: { unknown: 1 } }) }),
  "400 missing_idempotency_key": { headers: { "idempotency-key": "" } },
  "400 invalid_state": async ({ operation, ids, send }) => {
    // Nothing is held in that asset.
    if (operation.operationId === "payOutHeldMoney") return send({ body: { asset: eurc } });
    if (operation.operationId === "createWebhookEndpoint") {
      for (let count = 0; count < 15; count += 1) await send();
      return send();
    }
    if (operation.operationId === "replayWebhooks") return send().then(() => send());
    if (operation.operationId === "getPaymentOptions") {
      await api.query("DELETE FROM settlement_destination WHERE merchant_id = $1", [ids.merchantId]);
      await api.query("UPDATE merchant SET only_settleable_tokens = true WHERE id = $1", [ids.merchantId]);
      return send();
    }
    if (operation.operationId === "createRefund") {
      await bringTo(ids.paymentId, "succeeded");
      return send({ body: { paymentId: ids.paymentId, mode: "request" } });
    }
    if (operation.operationId === "createMerchant") {
      // The partner has as many as it may.
      await api.query("UPDATE partner SET merchant_limit = 1");
      return send().finally(() => api.query("UPDATE partner SET merchant_limit = NULL"));
    }
    if (operation.operationId.includes("Refund")) {
      const isSigned = ["cancelRefund", "advanceTestRefund"].includes(operation.operationId);
      const state = isSigned ? "processing" : "cancelled";
      await api.query("UPDATE refund SET state = $2 WHERE id = $1", [ids.refundId, state]);
      return send();
    }
    const isEnded = ["fetchPaymentActions", "advanceTestPayment"].includes(operation.operationId);
    await bringTo(ids.paymentId, isEnded ? "cancelled" : "processing");
    return send();
  },
  "400 payment_not_succeeded": {},
  "401 missing_api_key": { headers: noCredentials },
  "401 missing_auth_headers": { headers: noCredentials },
  "401 invalid_api_key": { headers: { "api-key": newSecret("live"), "app-id": "" } },
  "401 invalid_app_id": { headers: { "app-id": newId("app", new Date()) } },
  "401 missing_merchant_id": { headers: { "merchant-id": "" } },
  "403 forbidden": async ({ operation, send }) => {
    const others = permissions.filter((permission) => permission !== operation.permission);
    const { apiKey } = await createPartner({ permissions: others });
    return send({ headers: { "api-key": apiKey, "app-id": "" } });
  },
  "404 not_found": ({ send }) => send({ ids: unknownIds() }),
  "404 payment_not_found": ({ send }) => send({ ids: unknownIds() }),
  "409 idempotency_conflict": async ({ bodyText, send }) => {
    const headers = { "idempotency-key": newSecret("live") };
    await send({ headers });
    return send({ headers, body: `${bodyText} ` });
  },
  "409 settlement_asset_conflict": ({ send }) => send().then(() => send()),
  "409 already_refunded": async ({ ids, send }) => {
    await bringTo(ids.paymentId, "succeeded");
    return send().then(() => send());
  },
  "410 payment_expired": async ({ send }) => {
    const restore = useClock({ now: () => new Date(Date.now() + 86_400_000) });
    return send().finally(restore);
  },
  "413 invalid_params": { body: JSON.stringify({ x: "x".repeat(70_000) }) },
  "415 invalid_params": { body: "a=1", headers: { "content-type": "text/plain" } },
  "422 params_validation": ({ operation, send }) =>
    send({ body: operation.operationId === "replayWebhooks" ? { eventId: "evt_1" } : { accounts: ["unknown"] } }),
  "500 internal_error": async ({ send }) => {
    await api.query("ALTER TABLE api_key RENAME TO lost_key");
    await api.query("ALTER TABLE app RENAME TO lost_app");
    return send().finally(async () => {
      await api.query("ALTER TABLE lost_key RENAME TO api_key");
      await api.query("ALTER TABLE lost_app RENAME TO app");
    });
  },
};

async function carryOut(operationId: string, paymentId: Exchange["ids"]["paymentId"], send: Exchange["send"]) {
  if (operationId === "createRefund") await bringTo(paymentId, "succeeded");
  return send();
}

test("every answer produced by another test is declared", () => {
  expect(
    elsewhere().filter((name) => !declaredAnswers.some((declared) => declared.name.startsWith(`${name} `))),
  ).toEqual([]);
});

test.for(declaredIn("contract"))("$name", async ({ version, operation, answer }) => {
  const partner = await createCaller(operation);
  const ids = await createIds(partner, operation.operationId);
  const exchange = openExchange(api.send, { operation, version }, partner, ids);
  const way = ways[answer];
  if (way === undefined) throw new Error(`no way to produce ${answer} is listed`);
  const got = await (typeof way === "function" ? way(exchange) : exchange.send(way));
  expect([got.status, got.body.code].filter((part) => part !== undefined).join(" "), got.text).toBe(answer);
  expect(faultsOf(version, operation, got)).toEqual([]);
});

type Ending = (id: PaymentId) => Promise<void>;
/** Every status of a payment, with a function that brings a payment there. */
const states: Record<string, Ending> = {
  requires_action: async () => undefined,
  processing: (id) => bringTo(id, "processing"),
  succeeded: (id) => bringTo(id, "succeeded"),
  "succeeded, settled": async (id) => {
    await payWithPayout(id);
    await applyEvent(id, "settled");
  },
  "succeeded, refunded": async (id) => {
    await bringTo(id, "succeeded");
    await applyEvent(id, "refunded");
  },
  failed: (id) => bringTo(id, "failed"),
  "failed, declined": (id) => applyEvent(id, "declined"),
  expired: (id) => applyEvent(id, "expired", later()),
  cancelled: (id) => bringTo(id, "cancelled"),
};
const later = () => new Date(Date.now() + 86_400_000);

const readers = operations.filter(
  ({ method, path }) =>
    path.includes("payment") && !path.endsWith("/deposit") && (method === "GET" || path.endsWith("/options")),
);

describe("a payment in any status is presented as declared:", () => {
  test.for(Object.entries(states))("%s", async ([, bring]) => {
    const partner = await createSettledPartner();
    const ids = await createIds(partner);
    await bring(ids.paymentId);
    for (const version of serviceVersions) {
      for (const operation of readers) {
        const query = operation.path.endsWith("/options") ? { query: "?includePaymentInfo=true" } : {};
        const answer = await openExchange(api.send, { operation, version }, partner, ids).send(query);
        expect([answer.status, ...faultsOf(version, operation, answer)], operation.operationId).toEqual([200]);
      }
    }
  });
});

const repeatable = declaredAnswers.filter(
  ({ operation, answer }) => operation.idempotency !== undefined && Number(answer) === operation.response.status,
);

describe("a replay under an Idempotency-Key is as declared:", () => {
  test.for(repeatable)("$name", async ({ version, operation }) => {
    const partner = await createCaller(operation);
    const ids = await createIds(partner, operation.operationId);
    const { send } = openExchange(api.send, { operation, version }, partner, ids);
    if (operation.group !== "Test mode") await bringTo(ids.paymentId, "succeeded");
    const others = unknownIds();
    for (const change of [{}, { ids: others }]) {
      const repeat = { ...change, headers: { "idempotency-key": newSecret("live") } };
      const [first, again] = [await send(repeat), await send(repeat)];
      expect(again.headers.get("idempotent-replayed")).toBe("true");
      expect([again.status, again.text]).toEqual([first.status, first.text]);
      expect(faultsOf(version, operation, again)).toEqual([]);
    }
  });
});

describe("authentication is checked before anything else:", () => {
  test.for(operations.map((one) => [one.operationId, one] as const))("%s", async ([, operation]) => {
    const partner = await createSettledPartner();
    const { send } = openExchange(api.send, { operation, version: "2026-02-18" }, partner, unknownIds());
    const wrong = { "service-version": "soon", "idempotency-key": "", "content-type": "text/plain" };
    const query = "?unknown=1&maxPollMs=x&cursor=x";
    const body = operation.method === "GET" ? {} : { body: "{" };
    const answer = await send({ headers: { ...noCredentials, ...wrong }, query, ...body });
    const code = operation.audience === "gateway" ? "missing_auth_headers" : "missing_api_key";
    expect([answer.status, answer.body.code]).toEqual([401, code]);
  });
});

describe("an absent body and an empty object are the same where no field is required:", () => {
  const bodiless = operations.filter(
    ({ method, body }) => method !== "GET" && schemaIn("2026-02-18", body).safeParse({}).success,
  );

  test.for(bodiless.map((one) => [one.operationId, one] as const))("%s", async ([, operation]) => {
    for (const body of ["", {}]) {
      const partner = await createSettledPartner();
      const ids = await createIds(partner, operation.operationId);
      const { send } = openExchange(api.send, { operation, version: "2026-02-18" }, partner, ids);
      const refused = await send({ body: { x: 1 } });
      expect([refused.status, refused.body.code]).toEqual([400, "params_validation"]);
      const answer = await send({ body });
      expect(answer.status, answer.text).toBe(operation.response.status);
    }
  });
});

describe("a body is refused as unreadable when it", () => {
  const withBody = operations.filter(({ method }) => method !== "GET").map((one) => [one.operationId, one] as const);

  test.for(withBody)("is compressed or isn't in UTF-8, naming the header: %s", async ([, operation]) => {
    const partner = await createSettledPartner();
    const exchange = openExchange(api.send, { operation, version: "2026-02-18" }, partner, await createIds(partner));
    const { bodyText = "{}", send } = exchange;
    for (const [name, value] of [
      ["Content-Encoding", "gzip"],
      ["Content-Type", "application/json; charset=utf-16"],
    ] as const) {
      const answer = await send({ body: bodyText, headers: { [name.toLowerCase()]: value } });
      expect([answer.status, answer.body.message]).toEqual([415, expect.stringContaining(name)]);
    }
  });

  test.for(withBody)("repeats a key or is nested too deeply: %s", async ([, operation]) => {
    const partner = await createSettledPartner();
    const exchange = openExchange(api.send, { operation, version: "2026-02-18" }, partner, await createIds(partner));
    const { bodyText = "{}", send } = exchange;
    const before = await digestDatabase();
    const [first = '"a":1'] = bodyText.slice(1, -1).match(/^"\w+":.*$/) ?? [];
    for (const body of [`{${first},${first}}`, `{"a":${"[".repeat(40)}${"]".repeat(40)}}`]) {
      const answer = await send({ body });
      expect([answer.status, answer.body.code], body).toEqual([400, "invalid_params"]);
    }
    expect(await digestDatabase()).toBe(before);
  });
});
