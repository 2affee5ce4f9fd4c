import { afterAll, beforeAll, expect, test } from "vitest";
import { database } from "#lib/db/pool.ts";
import { prisma } from "#lib/db/prisma.ts";
import { refusalOf, statusOf } from "#lib/edge/http-error.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";

let service: ServiceDatabase;
beforeAll(async () => {
  service = await startDatabase({
    PUBLIC_URL: "http://till.test",
    LOG_LEVEL: "silent",
    DATABASE_STATEMENT_TIMEOUT: "1",
  });
});
afterAll(() => service.stop());

const slow = { name: "slow", text: "SELECT pg_sleep(60)" };

test.each([
  ["a statement", () => database.rows(slow, [])],
  ["a statement of Prisma", () => prisma().$queryRawUnsafe(slow.text)],
])("%s that takes too long is ended, and its client gets 503", async (_name, run) => {
  const refusal = refusalOf(await run().catch((error: unknown) => error));
  if (refusal === null) throw new Error("it was not refused");
  expect(statusOf(refusal)).toBe(503);
  expect(refusal).toMatchObject({ code: "internal_error", retryAfterSeconds: 5 });
});
