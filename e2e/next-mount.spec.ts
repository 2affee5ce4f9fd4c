import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "@playwright/test";
import { findFreePort } from "#scripts/postgres/free-port.ts";
import { serviceEnv } from "#scripts/stack/service-env.ts";
import { stack } from "./stack.ts";

test("the app on a plain Next host serves the API like the custom server does @desktop", async () => {
  const { baseUrl, apiKey, merchantId, appId, databaseUrl, chains } = stack();
  const port = await findFreePort();
  const where = { databaseUrl, chains, port, publicUrl: baseUrl, relayerPrivateKey: "", confirmations: 2 };
  const next = spawn(process.execPath, ["node_modules/next/dist/bin/next", "start", "-p", String(port)], {
    env: { ...process.env, ...serviceEnv(where), NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    for await (const chunk of next.stdout) if (String(chunk).includes("Ready")) break;
    const merchant = { "api-key": apiKey, "merchant-id": merchantId, "request-id": "same" };
    const wallet = { "app-id": appId, "request-id": "same" };
    const unknown = "pay_01J00000000000000000000000";
    const requests: [string, RequestInit][] = [
      [`/v1/merchants/${merchantId}`, { headers: merchant }],
      [`/v1/payments/${unknown}/status`, { headers: merchant }],
      [`/v1/gateway/payment/${encodeURIComponent(`${baseUrl}/pay/${unknown}`)}`, { headers: wallet }],
      ["/v1/payments", { headers: merchant, method: "DELETE" }],
      ["/v1/payments/", { headers: merchant }],
      ["/v1", { headers: merchant }],
      ["/v1/nothing", { headers: merchant }],
    ];
    for (const [path, init] of requests) {
      const [ours, plain] = await Promise.all([
        fetch(baseUrl + path, init).then(seen),
        fetch(`http://127.0.0.1:${port}${path}`, init).then(seen),
      ]);
      expect(plain, path).toEqual(ours);
    }
  } finally {
    next.kill("SIGTERM");
    await once(next, "exit");
  }
});

async function seen(response: Response) {
  const { status, headers } = response;
  const kept = ["content-type", "cache-control", "request-id", "service-version", "allow"];
  return { status, headers: kept.map((name) => headers.get(name)), body: await response.text() };
}
