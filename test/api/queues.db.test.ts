import { afterAll, beforeAll, expect, test } from "vitest";
import { answerForm } from "#lib/api/form/answer-form.ts";
import { isTillError } from "#lib/core/errors.ts";
import { callProcedure } from "#lib/dashboard/rpc/call-procedure.ts";
import { publicMutations } from "#lib/dashboard/rpc/public-mutations.ts";
import { fetchIcon } from "#lib/domain/merchants/logos/fetch-icon.ts";
import { makeRequest } from "#test/api/make-request.ts";
import { type Api, startApi } from "#test/api/start-api.ts";
import { memberOf } from "#test/dashboard/member.ts";
import { createTestPayment } from "#test/domain/create-test-payment.ts";
import { createPartner, type TestPartner } from "#test/stack/partner.ts";

let api: Api;
let partner: TestPartner;
let other: TestPartner;

beforeAll(async () => {
  api = await startApi();
  partner = await createPartner();
  other = await createPartner();
});
afterAll(() => api.stop());

/** Starts work so many times at once. @returns how often each error code, or `done`, was the result. */
async function outcomesOf(times: number, work: () => Promise<unknown>): Promise<Record<string, number>> {
  const all = await Promise.allSettled(Array.from({ length: times }, work));
  const counts: Record<string, number> = {};
  for (const each of all) {
    if (each.status === "rejected" && !isTillError(each.reason)) throw each.reason;
    const name = each.status === "fulfilled" ? "done" : each.reason.code;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

test("of one partner's lists, a bounded number waits; another partner's isn't refused", async () => {
  const list = (of: TestPartner) => async () => (await api.as(of)("GET", "/v1/merchants/payments")).status;
  const statuses = await api.holding("LOCK TABLE payment", async () => {
    const all = Array.from({ length: 300 }, list(partner));
    // The first answer of all is the refusal: the others wait for the lock.
    expect(await Promise.race(all)).toBe(429);
    return [...all, list(other)()];
  });
  const counted = await Promise.all(statuses);
  expect(counted.at(-1)).toBe(200);
  // Two statements each, of which 500 wait.
  expect(counted.filter((status) => status === 200).length).toBeGreaterThanOrEqual(250);
});

test("of one partner's logos, sixteen are fetched and twenty wait, also for previews", async () => {
  const url = "https://127.0.0.1/logo.png";
  const fetches = outcomesOf(36, () => fetchIcon(partner.partnerId, url));
  const preview = () => callProcedure("mutation", "merchants.previewLogo", memberOf(partner, "owner"), { url });
  expect(await outcomesOf(1, preview)).toEqual({ rate_limited: 1 });
  expect(await outcomesOf(1, () => fetchIcon(partner.partnerId, url))).toEqual({ rate_limited: 1 });
  expect(await fetches).toEqual({ params_validation: 36 });
  expect(await outcomesOf(1, preview)).toEqual({ done: 1 });
});

test("an address opens sixty links within a quarter of an hour", async () => {
  const token = "a".repeat(43);
  const open = () => publicMutations["reset.open"].resolve({ token }, "198.51.100.7");
  const { rate_limited: refused, ...opened } = await outcomesOf(61, open);
  expect([refused, Object.values(opened)]).toEqual([1, [60]]);
});

test("an address submits the form of a payment thirty times a minute", async () => {
  const id = await createTestPayment(partner);
  const headers = { "sec-fetch-site": "same-origin", "content-type": "application/json" };
  const submit = async () => (await answerForm(makeRequest({ method: "POST", headers, body: "{}" }), id)).status;
  const statuses = await Promise.all(Array.from({ length: 31 }, submit));
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
});
