import { expect, test } from "@playwright/test";
import manifest from "../package.json" with { type: "json" };
import { stack } from "./stack.ts";

for (const [path, body] of [
  ["healthz", { status: "ok" }],
  ["readyz", { status: "ready" }],
  ["version", { version: manifest.version, commit: null }],
] as const) {
  test(`GET /${path} returns 200 and can't be cached @desktop`, async ({ request }) => {
    const response = await request.get(`${stack().baseUrl}/${path}`);
    expect(response.status()).toBe(200);
    expect(response.headers()["cache-control"]).toBe("no-store");
    expect(await response.json()).toEqual(body);
  });
}
