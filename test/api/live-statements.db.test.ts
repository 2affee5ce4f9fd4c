import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { createIds, createSettledPartner } from "#test/api/create-ids.ts";
import { operations } from "#test/api/operations.ts";
import { type Api, startApi } from "#test/api/start-api.ts";
import { everywhere, requestOf } from "#test/api/valid-request.ts";
import { bringTo } from "#test/domain/create-test-payment.ts";

let api: Api;

beforeAll(async () => {
  api = await startApi({ RATE_LIMIT_PER_ADDRESS: "0" });
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => api.stop());

/** Words of statements that ask for the mode or for the account of the other one. */
const ofModes = /test_account|live_account|test_chain/;

function textOf(query: unknown): string {
  return typeof query === "string" ? query : (query as pg.QueryConfig).text;
}

const live = operations.filter(({ group }) => group !== "Test mode");

test.for(live.map((operation) => [operation.operationId, operation] as const))(
  "%s of a live account runs no statement that asks for a mode",
  async ([operationId, operation]) => {
    const partner = await createSettledPartner();
    const ids = await createIds(partner, operationId);
    if (operationId === "createRefund") await bringTo(ids.paymentId, "succeeded");
    const { method, path, query, body, headers } = requestOf(operation, everywhere(ids));
    const sent = vi.spyOn(pg.Client.prototype, "query");
    const answer = await api.send(method, path + query, body, { ...headers, "api-key": partner.apiKey });
    const texts = sent.mock.calls.map(([first]: unknown[]) => textOf(first));
    expect(answer.status, answer.text).not.toBe(401);
    expect(texts).not.toEqual([]);
    expect(texts.filter((text) => ofModes.test(text))).toEqual([]);
  },
);
