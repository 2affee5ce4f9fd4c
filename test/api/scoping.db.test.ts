import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { z } from "zod";
import { isTestAccount } from "#lib/core/account-mode.ts";
import { newId } from "#lib/core/ids.ts";
import { foldStatistics } from "#lib/domain/payments/statistics/fold-statistics.ts";
import { createIds, createSettledPartner } from "#test/api/create-ids.ts";
import { type Operation, operations } from "#test/api/operations.ts";
import { type Api, startApi } from "#test/api/start-api.ts";
import { everywhere, type Ids, type Place, type Places, requestOf, unknownIds } from "#test/api/valid-request.ts";
import { bringTo, createTestPayment } from "#test/domain/create-test-payment.ts";
import { digestDatabase } from "#test/stack/digest.ts";
import type { TestPartner } from "#test/stack/partner.ts";

/** The status that a payment must have for an operation to succeed. */
const statuses: Record<string, "succeeded"> = { createRefund: "succeeded" };

let api: Api;
let partner: TestPartner;
let stranger: TestPartner;

/** Owners of ids that a partner may not use: a stranger, and the partner itself in its other mode. */
const relations: Record<string, () => Promise<[TestPartner, TestPartner]>> = {
  "two partners": async () => [await createSettledPartner(), await createSettledPartner()],
  "an account and its test account": async () => {
    const live = await createSettledPartner();
    return [live, await createSettledPartner({ testOf: live.partnerId })];
  },
  "a test account and its live account": async () => {
    const live = await createSettledPartner();
    return [await createSettledPartner({ testOf: live.partnerId }), live];
  },
};

/** The status that the partner's own ids get. Money is never held in test mode, and only test mode has moves. */
function successOf({ operationId, group, response }: Operation): number {
  if (group === "Test mode" && !isTestAccount(partner.partnerId)) return 403;
  return operationId === "payOutHeldMoney" && isTestAccount(partner.partnerId) ? 400 : response.status;
}
const unknown = unknownIds();

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

/** A partner's ids that operations act on. */
async function idsOf(owner: TestPartner, operationId: string): Promise<Ids> {
  // One payment that the statistics job has folded, and one that it hasn't.
  await createTestPayment(owner);
  await foldStatistics();
  const ids = await createIds(owner, operationId);
  await bringTo(ids.paymentId, statuses[operationId] ?? "requires_action");
  return ids;
}

/** A response as a client sees it, without the parts that differ each time. */
async function seen(operation: Operation, places: Places, idempotencyKey: string) {
  const { method, path, query, body, headers } = requestOf(operation, places);
  const common = { "api-key": partner.apiKey, "idempotency-key": idempotencyKey, "request-id": "same" };
  const answer = await api.send(method, path + query, body, { ...headers, ...common });
  const rest = Object.fromEntries(answer.headers);
  for (const name of Object.keys(rest)) if (name === "date" || name.startsWith("ratelimit")) delete rest[name];
  return { status: answer.status, text: answer.text, headers: rest };
}

/** The values of `live` in an answer and all that it contains. */
function modesIn(value: unknown): Set<unknown> {
  if (typeof value !== "object" || value === null) return new Set();
  const within = Object.values(value).flatMap((item) => [...modesIn(item)]);
  return new Set("live" in value ? [value.live, ...within] : within);
}

const merchantSide = operations.filter(({ audience }) => audience !== "gateway");
const gatewaySide = operations.filter(({ audience }) => audience === "gateway");
const named = (list: readonly Operation[]) => list.map((operation) => [operation.operationId, operation] as const);

/** The status for an id that doesn't exist, by the id's position in the request (docs/contract.md). */
const refusals: Record<Place, number> = {
  merchantInPath: 404,
  idInPath: 404,
  header: 403,
  query: 200,
  body: 404,
};

describe.for(Object.entries(relations))("%s:", ([, create]) => {
  beforeEach(async () => {
    [partner, stranger] = await create();
  });

  describe("the merchants' side", () => {
    test.for(named(merchantSide))(
      "%s treats another partner's ids like ids that don't exist, and changes nothing",
      async ([operationId, operation]) => {
        const [own, foreign] = [await idsOf(partner, operationId), await idsOf(stranger, operationId)];
        const before = await digestDatabase("idempotency_key");
        const plain = JSON.stringify(requestOf(operation, everywhere(own)));
        for (const place of Object.keys(refusals) as Place[]) {
          const theirs = { ...everywhere(own), [place]: foreign };
          if (JSON.stringify(requestOf(operation, theirs)) === plain) continue;
          const answer = await seen(operation, theirs, `${place}-foreign`);
          const other = await seen(operation, { ...everywhere(own), [place]: unknown }, `${place}-unknown`);
          expect(answer, place).toEqual(other);
          const isRefused = operation.group === "Test mode" && !isTestAccount(partner.partnerId);
          expect(answer.status, `${place}: ${answer.text}`).toBe(isRefused ? 403 : refusals[place]);
          if (answer.status === 200) expect(JSON.parse(answer.text).data).toEqual([]);
        }
        expect(await digestDatabase("idempotency_key")).toEqual(before);
      },
    );

    test.for(named(merchantSide))(
      "%s succeeds with the partner's own ids and shows nothing of another partner",
      async ([operationId, operation]) => {
        const [own, foreign] = [await idsOf(partner, operationId), await idsOf(stranger, operationId)];
        const { status, text } = await seen(operation, everywhere(own), "own");
        expect(status, text).toBe(successOf(operation));
        const { mode: _, ...theirs } = foreign;
        for (const id of Object.values(theirs)) expect(text).not.toContain(id);
        if (status < 400) expect(modesIn(JSON.parse(text))).toEqual(new Set([!isTestAccount(partner.partnerId)]));
      },
    );

    const ofOnePayment = merchantSide.filter(({ path, audience }) => audience === "merchant" && path.includes("/{id}"));
    test.for(named(ofOnePayment))(
      "%s shows a merchant nothing of another merchant's payments, not even of the same partner",
      async ([operationId, operation]) => {
        const own = await idsOf(partner, operationId);
        const created = await api.as(partner)(
          "POST",
          "/v1/merchants",
          { merchantName: "Sibling", merchantEmail: "s@shop.example" },
          {
            "idempotency-key": "sibling",
          },
        );
        const sibling = { ...own, merchantId: String(created.body.merchantId) };
        const before = await digestDatabase("idempotency_key");
        const theirs = await seen(operation, { ...everywhere(own), header: sibling }, "theirs");
        const nobodys = await seen(operation, { ...everywhere(unknown), header: sibling }, "nobodys");
        expect(theirs).toEqual(nobodys);
        expect(theirs.status).toBe(404);
        expect(await digestDatabase("idempotency_key")).toEqual(before);
      },
    );
  });

  describe("a cursor", () => {
    const lists = operations.filter(({ response }) => "nextCursor" in ((response.schema as z.ZodObject).shape ?? {}));

    test.for(named(lists))(
      "of another partner is treated by %s like a made-up one",
      async ([operationId, operation]) => {
        const [own, foreign] = [await idsOf(partner, operationId), await idsOf(stranger, operationId)];
        await api.query("INSERT INTO merchant SELECT (jsonb_populate_record(m, $2)).* FROM merchant m WHERE id = $1", [
          stranger.merchantId,
          JSON.stringify({ id: newId("mrch", new Date()) }),
        ]);
        const list = (by: TestPartner, ids: Ids, cursor: string) => {
          const { method, path, headers } = requestOf(operation, everywhere(ids));
          const common = { "api-key": by.apiKey, "request-id": "same" };
          return api.send(method, `${path}?limit=1${cursor}`, undefined, { ...headers, ...common });
        };
        const { nextCursor } = (await list(stranger, foreign, "")).body;
        expect(nextCursor).toEqual(expect.any(String));
        const theirs = await list(partner, own, `&cursor=${nextCursor}`);
        const madeUp = await list(partner, own, "&cursor=x");
        expect([theirs.status, theirs.text]).toEqual([madeUp.status, madeUp.text]);
        expect([theirs.status, theirs.body.code]).toEqual([400, "invalid_params"]);
      },
    );
  });

  describe("the gateway", () => {
    test.for(named(gatewaySide))(
      "%s with a key treats another partner's payment like one that doesn't exist, and changes nothing",
      async ([operationId, operation]) => {
        const [own, foreign] = [await idsOf(partner, operationId), await idsOf(stranger, operationId)];
        const before = await digestDatabase("idempotency_key");
        const theirs = await seen(operation, everywhere(foreign), "theirs");
        const nobodys = await seen(operation, everywhere(unknown), "nobodys");
        expect(theirs).toEqual(nobodys);
        const missing = operation.path.startsWith("/v1/refund-requests/") ? "not_found" : "payment_not_found";
        expect([theirs.status, JSON.parse(theirs.text).code]).toEqual([404, missing]);
        expect(await digestDatabase("idempotency_key")).toEqual(before);
        const mine = await seen(operation, everywhere(own), "own");
        expect(mine.status).not.toBe(404);
      },
    );
  });
});
