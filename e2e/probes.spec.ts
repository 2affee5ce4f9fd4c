import { expect, test } from "@playwright/test";
import { stack } from "./stack.ts";

for (const [path, status] of [
  ["healthz", "ok"],
  ["readyz", "ready"],
]) {
  test(`GET /${path} answers 200 "${status}", to be cached nowhere @desktop`, async ({ request }) => {
    const response = await request.get(`${stack().baseUrl}/${path}`);
    expect(response.status()).toBe(200);
    expect(response.headers()["cache-control"]).toBe("no-store");
    expect(await response.json()).toEqual({ status });
  });
}
