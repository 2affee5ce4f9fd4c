import { afterAll, beforeAll, expect, test } from "vitest";
import { callQuery } from "#lib/dashboard/rpc/call-procedure.ts";
import { pool, database as pooled } from "#lib/db/pool.ts";
import { memberOf } from "#test/dashboard/member.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { createPartner } from "#test/stack/partner.ts";

let database: ServiceDatabase;

beforeAll(async () => {
  database = await startDatabase({ PUBLIC_URL: "http://till.test", LOG_LEVEL: "silent", DATABASE_POOL_SIZE: "8" });
});
afterAll(() => database.stop());

const checkout = { name: "test-checkout", text: "SELECT 1 AS found" };
/** Finds nothing: ids have no U. */
const text = "uu";
const searchOften = (partner: Awaited<ReturnType<typeof createPartner>>) =>
  Array.from({ length: 4 }, () => callQuery("search.all", memberOf(partner, "viewer"), { text }));

test("one partner's queries use five of eight connections, all partners' six, and the checkout finds one at once", async () => {
  const greedy = await createPartner();
  const others = [await createPartner(), await createPartner()];
  const calls = await database.holding("LOCK TABLE merchant, payment", async () => {
    const first = searchOften(greedy);
    await database.untilBlocked(5);
    // Statements that reach the pool beyond those would wait in it, before the checkout's.
    expect([pool().totalCount - pool().idleCount, pool().waitingCount]).toEqual([5, 0]);
    const rest = others.flatMap(searchOften);
    await database.untilBlocked(6);
    expect(pool().waitingCount).toBe(0);
    expect(await pooled.rows(checkout, [])).toEqual([{ found: 1 }]);
    return [...first, ...rest];
  });
  expect((await Promise.all(calls)).every(({ merchants }) => merchants.length === 0)).toBe(true);
});
