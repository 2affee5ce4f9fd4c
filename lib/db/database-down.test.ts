import { once } from "node:events";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { database } from "#lib/db/pool.ts";
import { prisma } from "#lib/db/prisma.ts";
import { statement } from "#lib/db/statement.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { errorHeaders, refusalOf, statusOf } from "#lib/edge/http-error.ts";
import { setEnv } from "#test/env/set-env.ts";

// Nothing listens at the database's address.
setEnv();
const one = statement({ name: "one", text: "SELECT 1" });

const thrownBy = (run: () => Promise<unknown>) =>
  run().then(
    () => null,
    (error: unknown) => error,
  );

test.each([
  ["a statement", () => database.rows(one, [])],
  ["a transaction", () => inTransaction((tx) => tx.rows(one, []))],
  ["Prisma", () => prisma().partner.findMany()],
  ["Prisma's statement", () => prisma().$queryRawUnsafe(one.text)],
])("a client of %s gets 503 while the database can't be reached", async (_name, run) => {
  const refusal = refusalOf(await thrownBy(run));
  if (refusal === null) throw new Error("it was not refused");
  expect([statusOf(refusal), refusal.code, errorHeaders(refusal)]).toEqual([
    503,
    "internal_error",
    { "retry-after": "5" },
  ]);
  expect(refusal.message).toBe("The service can't reach its database right now. Try again.");
});

test("another service that can't be reached isn't taken for the database", async () => {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  server.close();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 1}`;
  const error = await thrownBy(() => fetch(url));
  expect(error).toMatchObject({ cause: { code: "ECONNREFUSED" } });
  expect(refusalOf(error)).toBeNull();
});
