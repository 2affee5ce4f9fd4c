import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { callProcedure, callQuery } from "#lib/dashboard/rpc/call-procedure.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { createUser } from "#test/domain/create-user.ts";
import { createPartner } from "#test/stack/partner.ts";

let database: ServiceDatabase;
let viewer: Member;
let colleague: Member;

beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.stop());
beforeEach(async () => {
  const { partnerId } = await createPartner();
  viewer = await createUser(partnerId, "viewer");
  colleague = await createUser(partnerId, "owner");
});

const act = (name: string, input: object, member = viewer) =>
  callProcedure("mutation", `payments.${name}`, member, input);
const save = async (name: string, filter: object = {}, member = viewer) =>
  ((await act("saveView", { name, filter }, member)) as { viewId: string }).viewId;
const views = async (member = viewer) => (await callQuery("payments.views", member, {})).views;
const names = async (member = viewer) => (await views(member)).map(({ name }) => name);
const columns = async (member = viewer) => (await callQuery("payments.columns", member, {})).columns;

test("a view keeps filters, search and order under a name, for its member alone", async () => {
  const filter = { statuses: ["failed"], search: " order ", from: "2026-01-01", sort: "amount", direction: "asc" };
  const id = await save("  Failed orders ", filter);
  expect(await views()).toMatchObject([{ id, name: "Failed orders", filter: { ...filter, search: "order" } }]);
  expect(await views(colleague)).toEqual([]);
  await save("Failed orders", {}, colleague);
  await act("changeView", { viewId: id, name: "Open orders", filter: { statuses: ["requires_action"] } });
  expect(await views()).toMatchObject([{ id, name: "Open orders", filter: { statuses: ["requires_action"] } }]);
  for (const [name, input] of [
    ["changeView", { viewId: id, name: "Taken over", filter: {} }],
    ["deleteView", { viewId: id }],
  ] as const) {
    await expect(act(name, input, colleague)).rejects.toMatchObject({ code: "not_found" });
  }
  await act("deleteView", { viewId: id });
  await expect(act("deleteView", { viewId: id })).rejects.toMatchObject({ code: "not_found" });
  expect(await names()).toEqual([]);
  expect(await names(colleague)).toEqual(["Failed orders"]);
});

test("a view has a name of its own, and filters that the list accepts", async () => {
  const id = await save("One");
  await save("Two");
  for (const name of ["", " ", "x".repeat(61), "Two\u202Eowt", "a\nb", "One"]) {
    await expect(save(name)).rejects.toMatchObject({ issues: [{ field: "name" }] });
  }
  await expect(act("changeView", { viewId: id, name: "Two", filter: {} })).rejects.toMatchObject({
    issues: [{ field: "name" }],
  });
  await act("changeView", { viewId: id, name: "One", filter: { search: "order" } });
  for (const filter of [
    { statuses: ["paid"] },
    { unknown: 1 },
    { search: "a\u0000bc" },
    { tokens: ["\ud800"] },
    { from: "2026-02-01", to: "2026-01-01" },
  ]) {
    await expect(save("Three", filter)).rejects.toMatchObject({ code: "params_validation" });
  }
  expect(await names()).toEqual(["One", "Two"]);
});

test("a member keeps at most 30 views, also when they are saved at once", async () => {
  for (let index = 0; index < 28; index += 1) await save(`View ${index}`);
  const results = await Promise.allSettled(["a", "b", "c", "d"].map((name) => save(name)));
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  for (const result of results) if (result.status === "rejected") expect(result.reason.code).toBe("invalid_state");
  expect(await names()).toHaveLength(30);
  await save("of a colleague", {}, colleague);
});

test("a name is taken once by two saves at once", async () => {
  const results = await Promise.allSettled([save("Twin"), save("Twin")]);
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await names()).toEqual(["Twin"]);
});

test("columns are the member's own, in the table's order, and can be reset", async () => {
  expect(await columns()).toBeNull();
  await act("setColumns", { columns: ["buyer", "status", "status"] });
  expect(await columns()).toEqual(["status", "buyer"]);
  expect(await columns(colleague)).toBeNull();
  await act("setColumns", { columns: [] });
  expect(await columns()).toEqual([]);
  await expect(act("setColumns", { columns: ["amount"] })).rejects.toMatchObject({ code: "params_validation" });
  await database.query(`UPDATE "user" SET payment_columns = '{status,gone}' WHERE id = $1`, [viewer.userId]);
  expect(await columns()).toEqual(["status"]);
  await act("setColumns", { columns: null });
  expect(await columns()).toBeNull();
});
