import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, test, vi } from "vitest";
import { checkReadiness } from "#lib/domain/platform/health/readiness.ts";

const limit = vi.hoisted(() => ({ ms: 0, pass: () => {} }));
vi.mock("node:timers/promises", () => ({
  setTimeout: (ms: number) =>
    new Promise((resolve) => {
      limit.ms = ms;
      limit.pass = () => resolve(null);
    }),
}));

test("a database that takes the connection and never answers counts as not ready after two seconds", async () => {
  const silent = createServer().listen(0, "127.0.0.1");
  await once(silent, "listening");
  process.env.DATABASE_URL = `postgresql://u:p@127.0.0.1:${(silent.address() as AddressInfo).port}/x`;
  process.env.PUBLIC_URL = "http://127.0.0.1";
  const isConnected = once(silent, "connection");
  const ready = checkReadiness();
  await isConnected;
  limit.pass();
  expect(await ready).toEqual({
    reasons: ["the database doesn't answer: no answer within 2 s"],
    degraded: ["no live chain is enabled"],
  });
  expect(limit.ms).toBe(2_000);
  silent.close();
});
