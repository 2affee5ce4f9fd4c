import { afterAll, beforeAll, expect, test } from "vitest";
import { answerTestForm } from "#lib/api/form/answer-test-form.ts";
import { answerNext } from "#lib/api/mount-next.ts";
import { createSettledPartner } from "#test/api/create-ids.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { createTestPayment } from "#test/domain/create-test-payment.ts";

let database: ServiceDatabase;

beforeAll(async () => {
  database = await startDatabase({ PUBLIC_URL: "https://till.example" });
});
afterAll(() => database.stop());

test.for([
  ["a test payment, from its own page", "test", "same-origin", 200, "succeeded"],
  ["a test payment, from another site", "test", "cross-site", 403, "requires_action"],
  ["a live payment", "live", "same-origin", 403, "requires_action"],
] as const)("the outcome that is chosen on the checkout: %s", async ([, mode, site, status, becomes]) => {
  const live = await createSettledPartner();
  const owner = mode === "live" ? live : await createSettledPartner({ testOf: live.partnerId });
  const id = await createTestPayment(owner);
  const headers = { "sec-fetch-site": site, "content-type": "application/json" };
  const body = JSON.stringify({ to: "succeeded" });
  const request = new Request(`https://till.example/pay/${id}/advance`, { method: "POST", body, headers });
  const answer = await answerNext(request, (one) => answerTestForm(one, id));
  expect(answer.status).toBe(status);
  expect(await database.query("SELECT status FROM payment WHERE id = $1", [id])).toEqual([{ status: becomes }]);
});
