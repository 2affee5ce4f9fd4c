import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { newId } from "#lib/core/ids.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { createPartner } from "#test/stack/partner.ts";

// Next bundles a second copy of lib into the process of the custom server; resetting the modules loads one here.

let database: ServiceDatabase;
beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.stop());

async function loadCopy() {
  vi.resetModules();
  return {
    ...(await import("#lib/core/errors.ts")),
    ...(await import("#lib/api/render-error.ts")),
    ...(await import("#lib/dashboard/rpc/http.ts")),
    ...(await import("#lib/domain/merchants/get-merchant-scope.ts")),
    ...(await import("#lib/domain/merchants/repository.ts")),
    ...(await import("#lib/db/transaction.ts")),
  };
}
type Copy = Awaited<ReturnType<typeof loadCopy>>;

let server: Copy;
let next: Copy;
beforeEach(async () => {
  server = await loadCopy();
  next = await loadCopy();
  expect(next.TillError).not.toBe(server.TillError);
});

describe("an error that one copy of lib throws", () => {
  test("gets its own status from the other copy's API", () => {
    const error = new next.TillError("bad_gateway");
    expect(error).not.toBeInstanceOf(server.TillError);
    const answer = server.renderError(error, { requestId: "r", operationId: "o" });
    expect([answer.status, JSON.parse(answer.body ?? "").code]).toEqual([502, "bad_gateway"]);
  });

  test("gets its own status from the other copy's dashboard", () => {
    const response = next.errorResponse(new server.TillError("not_found"), "merchants");
    expect(response.status).toBe(404);
  });

  test("isn't confused with other errors", () => {
    expect(server.isTillError(new Error("connection refused"))).toBe(false);
    expect(server.isTillError({ code: "not_found" })).toBe(false);
  });
});

test("a deleted merchant that one copy drops from its cache is unknown to the other at once", async () => {
  const { partnerId, merchantId } = await createPartner();
  const scope = { partnerId, merchantId: null };
  await server.getMerchantScope(scope, merchantId);
  await next.inTransaction((tx) => next.softDeleteMerchant(tx, scope, merchantId, new Date()));
  expect(await server.getMerchantScope(scope, merchantId)).toEqual({ partnerId, merchantId });
  next.forgetMerchantScope(scope, merchantId);
  await expect(server.getMerchantScope(scope, merchantId)).rejects.toMatchObject({ code: "forbidden" });
  await expect(server.getMerchantScope(scope, newId("mrch", new Date()))).rejects.toMatchObject({ code: "forbidden" });
});
