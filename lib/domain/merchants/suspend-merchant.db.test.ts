import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { actAs } from "#lib/core/actor.ts";
import { newId } from "#lib/core/ids.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { reactivateMerchant, suspendMerchant } from "#lib/domain/merchants/suspend-merchant.ts";
import { type Api, startApi } from "#test/api/start-api.ts";
import { createPartner, type TestPartner } from "#test/stack/partner.ts";

let api: Api;
let partner: TestPartner;

beforeAll(async () => {
  api = await startApi();
});
beforeEach(async () => {
  partner = await createPartner();
});
afterAll(() => api.stop());

const scopeOf = ({ partnerId }: TestPartner) => ({ partnerId, merchantId: null });
const suspend = (id: string = partner.merchantId, of = partner) =>
  inTransaction((tx) => suspendMerchant(tx, scopeOf(of), id));
const reactivate = (id: string = partner.merchantId) =>
  inTransaction((tx) => reactivateMerchant(tx, scopeOf(partner), id));
const pay = async () => {
  const amount = { unit: "iso4217/USD", value: "2490" };
  const { status, body } = await api.as(partner)("POST", "/v1/payments", { referenceId: "ORDER-1", amount });
  return { status, code: body.code, id: body.paymentId };
};

test("a suspended merchant takes no new payments, and its open payments stay open", async () => {
  const open = await pay();
  expect((await suspend()).status).toBe("suspended");
  expect(await pay()).toMatchObject({ status: 403, code: "forbidden" });
  const { body } = await api.as(partner)("GET", `/v1/payments/${open.id}/status`);
  expect(body.status).toBe("requires_action");
});

test("a reactivated merchant takes payments again", async () => {
  await suspend();
  expect((await reactivate()).status).toBe("active");
  expect((await pay()).status).toBe(201);
});

test("both are idempotent: repeating them changes neither the record nor the audit log", async () => {
  const actor = { kind: "user", id: "usr_1", name: "owner@till.example" } as const;
  const first = await actAs(actor, () => suspend());
  expect(await actAs(actor, () => suspend())).toEqual(first);
  const entries = await api.query(
    "SELECT action, actor_name, before, after FROM audit_entry WHERE subject_id = $1 AND action <> 'merchant.created'",
    [partner.merchantId],
  );
  expect(entries).toEqual([
    {
      action: "merchant.updated",
      actor_name: "owner@till.example",
      before: { status: "active" },
      after: { status: "suspended" },
    },
  ]);
});

test("an unknown, deleted or other partner's merchant is not found", async () => {
  const other = await createPartner();
  const gone = await createPartner();
  await api.as(gone)("DELETE", `/v1/merchants/${gone.merchantId}`);
  for (const [id, of] of [
    [newId("mrch", new Date()), partner],
    ["nonsense", partner],
    [other.merchantId, partner],
    [gone.merchantId, gone],
  ] as const) {
    await expect(suspend(id, of)).rejects.toMatchObject({ code: "not_found" });
    await expect(reactivate(id)).rejects.toMatchObject({ code: "not_found" });
  }
  expect(await api.query("SELECT status FROM merchant WHERE id = $1", [other.merchantId])).toEqual([
    { status: "active" },
  ]);
});
