import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import { doAs, type Work } from "#lib/db/work.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";

let service: ServiceDatabase;
beforeAll(async () => {
  service = await startDatabase();
});
afterAll(() => service.stop());

const timeout = statement({ name: "timeout", text: "SHOW statement_timeout" });

test.each<[Work, string]>([
  [{ kind: "gateway" }, "10s"],
  [{ kind: "merchant" }, "15s"],
  [{ kind: "bulk", partnerId: newId("prt", new Date()) }, "15s"],
  [{ kind: "jobs" }, "0"],
])("statements of %o work may take %s", async (work, limit) => {
  expect(await doAs(work, () => database.rows(timeout, []))).toEqual([{ statement_timeout: limit }]);
});
