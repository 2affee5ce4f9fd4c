import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { callProcedure, callQuery } from "#lib/dashboard/rpc/call-procedure.ts";
import { advanceReplays } from "#lib/domain/webhooks/replays/advance-replays.ts";
import { newKey } from "#test/dashboard/new-key.ts";
import { createPlace, type Place } from "#test/dashboard/place.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { createTestPayment } from "#test/domain/create-test-payment.ts";
import { type MadeEndpoint, makeEndpoint } from "#test/webhooks/webhook-rig.ts";

const settings = { url: "https://shop.example/hook", description: "", eventTypes: null, merchantIds: [] };

let service: ServiceDatabase;
let place: Place;
let endpoint: MadeEndpoint;

beforeAll(async () => {
  service = await startDatabase();
});
beforeEach(async () => {
  place = await createPlace();
  endpoint = await makeEndpoint(place, { url: settings.url });
});
afterAll(() => service.stop());

const act = (name: string, input: object) => callProcedure("mutation", name, place.members.owner, input);
const end = (state: "succeeded" | "failed", count: number) =>
  service.query(
    `UPDATE webhook_delivery SET state = $2, finished_at = now() WHERE (endpoint_id, event_id) IN (
      SELECT endpoint_id, event_id FROM webhook_delivery WHERE endpoint_id = $1 AND state = 'pending'
      ORDER BY event_id LIMIT $3)`,
    [endpoint.id, state, count],
  );

describe("where events go", () => {
  test.for([
    ["webhooks.create", { key: newKey(), ...settings }],
    ["webhooks.updateWithUrl", settings],
    ["webhooks.rotateSecret", { key: newKey(), overlapHours: 0 }],
  ] as const)("%s needs a recent proof of who the member is", async ([name, input]) => {
    const proofIsOld = { ...place.members.owner, provedAt: new Date(Date.now() - 11 * 60_000) };
    const of = name === "webhooks.create" ? input : { endpointId: endpoint.id, ...input };
    const asking = callProcedure("mutation", name, proofIsOld, of);
    await expect(asking).rejects.toMatchObject({ code: "forbidden", issues: [{ field: "proof" }] });
    await expect(act(name, of)).resolves.toBeDefined();
  });

  test("an endpoint is created once for an idempotency key, with the same secret, which is stored encrypted", async () => {
    const order = { key: newKey(), ...settings };
    const answers = await Promise.all([1, 2, 3].map(() => act("webhooks.create", order)));
    const [first] = answers as { endpointId: string; secret: string }[];
    expect(answers).toEqual([first, first, first]);
    expect((await callQuery("webhooks.list", place.members.owner, {})).endpoints).toHaveLength(2);
    const stored = await service.query("SELECT body FROM idempotency_key WHERE key = $1", [order.key]);
    expect(JSON.stringify(stored)).not.toContain(first?.secret);
  });

  test("a secret that is rotated again after a lost answer stays the new one, and the one before keeps signing", async () => {
    const known = async () => {
      const select = "SELECT secret AS new, old_secret AS old FROM webhook_endpoint WHERE id = $1";
      return (await service.query<{ new: Buffer; old: Buffer | null }>(select, [endpoint.id]))[0];
    };
    const before = await known();
    const order = { key: newKey(), endpointId: endpoint.id, overlapHours: 24 };
    const first = await act("webhooks.rotateSecret", order);
    expect(await act("webhooks.rotateSecret", order)).toEqual(first);
    expect((await known())?.old).toEqual(before?.new);
  });

  test("no types at all is refused, and never taken for all of them", async () => {
    const asking = act("webhooks.create", { key: newKey(), ...settings, eventTypes: [] });
    await expect(asking).rejects.toMatchObject({ issues: [{ field: "eventTypes" }] });
  });

  test("a filter keeps a merchant that was deleted since, and takes no other deleted one", async () => {
    const make = async () => {
      const made = await act("merchants.create", { key: newKey(), name: "Other", email: "a@b.example", iconUrl: null });
      return (made as { merchantId: string }).merchantId;
    };
    const chosen = await make();
    const other = await make();
    const save = (merchantIds: string[], description: string) =>
      act("webhooks.update", { endpointId: endpoint.id, description, eventTypes: null, merchantIds });
    await save([place.merchantId, chosen], "Orders");
    await service.query("UPDATE merchant SET deleted_at = now() WHERE id = ANY($1)", [[chosen, other]]);
    await save([place.merchantId, chosen], "All orders");
    const asked = { endpointId: endpoint.id };
    const { endpoint: saved } = await callQuery("webhooks.endpoint", place.members.owner, asked);
    expect(saved).toMatchObject({ description: "All orders", merchants: [{ id: place.merchantId }, { id: chosen }] });
    await expect(save([place.merchantId, chosen, other], "")).rejects.toMatchObject({
      issues: [{ field: "merchantIds.2" }],
    });
  });

  test("no query shows a secret", async () => {
    const { owner } = place.members;
    const shown = await Promise.all([
      callQuery("webhooks.list", owner, {}),
      callQuery("webhooks.endpoint", owner, { endpointId: endpoint.id }),
    ]);
    expect(JSON.stringify(shown)).not.toMatch(/whsec_|secret"/);
  });
});

test("a replay queues as many deliveries as were counted before it", async () => {
  for (let index = 0; index < 4; index += 1) await createTestPayment(place);
  await end("succeeded", 1);
  await end("failed", 1);
  const count = (order: { kind: "failed" } | { kind: "range"; from: string; until?: string }) =>
    callQuery("webhooks.replayCount", place.members.viewer, { endpointId: endpoint.id, order });
  expect(await count({ kind: "failed" })).toEqual({ count: 1, isMore: false });
  // The merchant's and its first payment's, from before the endpoint existed, and the two that have ended. Two are pending.
  expect(await count({ kind: "range", from: "2026-01-01T00:00:00Z" })).toEqual({ count: 4, isMore: false });
  const until = new Date(Date.now() - 86_400_000).toISOString();
  expect(await count({ kind: "range", from: "2026-01-01T00:00:00Z", until })).toEqual({ count: 0, isMore: false });
  await expect(count({ kind: "range", from: until, until: "2020-01-01T00:00:00Z" })).rejects.toMatchObject({
    issues: [{ field: "order.until" }],
  });
  const order = { kind: "range", from: "2026-01-01T00:00:00Z" };
  await act("webhooks.replay", { endpointId: endpoint.id, order });
  await advanceReplays();
  const { lastReplay } = await callQuery("webhooks.endpoint", place.members.viewer, { endpointId: endpoint.id });
  expect(lastReplay).toMatchObject({ kind: "range", state: "completed", queued: 4 });
});

test("a payment's timeline says what became of its events", async () => {
  const other = await makeEndpoint(place, { url: `${settings.url}/other` });
  const paymentId = await createTestPayment(place);
  await end("succeeded", 1);
  const { events } = await callQuery("payments.detail", place.members.viewer, { paymentId });
  expect(events[0]).toMatchObject({
    type: "created",
    reportedBy: [{ type: "payment.created", succeeded: 1, pending: 1, failed: 0 }],
  });
  await act("webhooks.delete", { endpointId: other.id });
  const { events: listed } = await callQuery("events.list", place.members.viewer, { payment: paymentId });
  expect(listed.map(({ delivered }) => delivered)).toEqual([{ succeeded: 1, pending: 0, failed: 0 }]);
});
