import { expect, test } from "@playwright/test";
import { findFreePort } from "#scripts/postgres/free-port.ts";
import { startService } from "#scripts/stack/service.ts";
import { serviceEnv } from "#scripts/stack/service-env.ts";
import { createRandom } from "#test/fault/random.ts";
import { createFuzzPartner } from "#test/fuzz/fuzz-partner.ts";
import { isSerious, openConnections } from "#test/fuzz/observe.ts";
import { createFuzz } from "#test/fuzz/run-fuzz.ts";
import { until } from "#test/until.ts";
import { stack } from "./stack.ts";

// The same requests every time. `npm run test:fuzz` sends more, draws a new seed, and measures memory.
const seed = 20261123;
const requests = 2_000;

test("no request of any kind gets a 5xx or an answer outside the document, and none leaves a connection @desktop", async () => {
  const { databaseUrl, chains } = stack();
  const port = await findFreePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const names = ["PER_KEY", "PER_APP", "PER_ADDRESS", "PAGES_PER_ADDRESS", "PER_MEMBER"];
  const env = {
    ...serviceEnv({ databaseUrl, chains, port, publicUrl: baseUrl, relayerPrivateKey: "", confirmations: 2 }),
    ...Object.fromEntries(names.map((name) => [`RATE_LIMIT_${name}`, "0"])),
  };
  const faults: string[] = [];
  const server = await startService("scripts/server.ts", {
    env: { ...env, NODE_ENV: "production" },
    onLine: (line) => isSerious(line) && faults.push(`in the server's log: ${line}`),
  });
  Object.assign(process.env, env);
  const random = createRandom(seed, 0);
  const partners = [await createFuzzPartner(baseUrl, random), await createFuzzPartner(baseUrl, random)];
  const run = createFuzz({
    ...{ baseUrl, seed, partners, concurrency: 8, variants: 6 },
    onFault: (fault) => faults.push(fault),
  });
  const { sent } = await run(requests);
  expect(sent).toBe(requests);
  expect(faults.join("\n")).toBe("");
  await until("no open connection", async () => ((await openConnections(port)) ?? 0) === 0);
  await server.stop();
  expect(await server.exited).toBe(0);
});
