import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { createPartner } from "#test/stack/partner.ts";

const run = promisify(execFile);
let database: ServiceDatabase;

beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.stop());

const recover = (...args: string[]) =>
  run(process.execPath, ["scripts/recover.ts", ...args], { env: process.env }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, said: stderr }),
  );

test("a recovery of a database into which no backup was restored fails", async () => {
  expect(await recover()).toEqual({
    code: 1,
    said: expect.stringMatching(/^The database has no partner and no relayer wallet[^\n]+\n$/),
  });
  await createPartner();
  expect(await recover()).toEqual({ code: 0, said: "There is no relayer wallet on an enabled chain.\n" });
});
