import { expect, test } from "@playwright/test";
import { stack } from "./stack.ts";

for (const [path, status] of [
  ["healthz", "ok"],
  ["readyz", "ready"],
]) {
  test(`GET /${path} returns 200 "${status}" and can't be cached @desktop`, async ({ request }) => {
    const response = await request.get(`${stack().baseUrl}/${path}`);
    expect(response.status()).toBe(200);
    expect(response.headers()["cache-control"]).toBe("no-store");
    expect(await response.json()).toEqual({ status });
  });
}
