import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, test } from "vitest";
import { isReady } from "#lib/api/readiness.ts";

test("a database that takes the connection and never answers counts as not ready, within the limit", async () => {
  const silent = createServer().listen(0, "127.0.0.1");
  await once(silent, "listening");
  process.env.DATABASE_URL = `postgresql://u:p@127.0.0.1:${(silent.address() as AddressInfo).port}/x`;
  process.env.PUBLIC_URL = "http://127.0.0.1";
  const startedAt = performance.now();
  expect(await isReady()).toBe(false);
  expect(performance.now() - startedAt).toBeLessThan(4_000);
  silent.close();
});
