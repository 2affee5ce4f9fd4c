import { beforeEach, describe, expect, test, vi } from "vitest";
import { setEnv } from "#test/env/set-env.ts";

// Next bundles a second copy of lib into the process of the custom server; resetting the modules loads one here.

setEnv();

async function loadCopy() {
  vi.resetModules();
  return {
    ...(await import("#lib/core/errors.ts")),
    ...(await import("#lib/api/render-error.ts")),
    ...(await import("#lib/dashboard/rpc/http.ts")),
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
