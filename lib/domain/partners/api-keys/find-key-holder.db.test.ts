import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { database } from "#lib/db/pool.ts";
import { findKeyHolder } from "#lib/domain/partners/api-keys/find-key-holder.ts";
import { newSecret } from "#lib/domain/partners/api-keys/secret.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { createPartner } from "#test/stack/partner.ts";

let service: ServiceDatabase;
beforeAll(async () => {
  service = await startDatabase();
});
afterAll(() => service.stop());

test("a thousand unknown secrets at once are a few statements, and a good one among them is found", async () => {
  const { apiKey, partnerId } = await createPartner();
  const rows = vi.spyOn(database, "rows");
  const unknown = Array.from({ length: 1_000 }, () => findKeyHolder(newSecret("live")));
  const found = await findKeyHolder(apiKey);
  expect(await Promise.all(unknown)).toEqual(unknown.map(() => null));
  expect(found).toMatchObject({ partnerId });
  const statements = rows.mock.calls.filter(([{ name }]) => name === "api-key-holders");
  expect(statements.length).toBeLessThanOrEqual(4);
  rows.mockRestore();
});

test("a malformed secret never reaches the database", async () => {
  const rows = vi.spyOn(database, "rows");
  expect(await findKeyHolder("till_short")).toBeNull();
  expect(rows).not.toHaveBeenCalled();
  rows.mockRestore();
});
