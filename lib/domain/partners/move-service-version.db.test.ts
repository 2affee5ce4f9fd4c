import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "#lib/core/ids.ts";
import { createApiKey } from "#lib/domain/partners/api-keys/create-api-key.ts";
import { permissions } from "#lib/domain/partners/api-keys/permissions.ts";
import { moveServiceVersion } from "#lib/domain/partners/move-service-version.ts";
import { type Api, startApi } from "#test/api/start-api.ts";
import { createPartner, type TestPartner } from "#test/stack/partner.ts";

const [oldest, newest] = ["2026-02-18", "2026-02-19.preview"];

let api: Api;
let partner: TestPartner;

beforeAll(async () => {
  api = await startApi();
});
beforeEach(async () => {
  partner = await createPartner();
});
afterAll(() => api.stop());

const scope = () => ({ partnerId: partner.partnerId, merchantId: null });
const answeredIn = async (apiKey: string) =>
  (await api.send("GET", "/v1/merchants", undefined, { "api-key": apiKey })).headers.get("service-version");
const moves = () =>
  api.query("SELECT before, after FROM audit_entry WHERE subject_id = $1 AND action = 'partner.updated'", [
    partner.partnerId,
  ]);

test("changes the default version; a key that was just used keeps the old one for 5 seconds", async () => {
  expect(await answeredIn(partner.apiKey)).toBe(oldest);
  expect(await moveServiceVersion(scope(), newest)).toBe(newest);
  expect(await answeredIn(partner.apiKey)).toBe(oldest);
  const { secret } = await createApiKey(partner.partnerId, "another", permissions);
  expect(await answeredIn(secret)).toBe(newest);
});

test("moves forward only, to an existing version", async () => {
  for (const version of [oldest, "2020-01-01", "latest", ""]) {
    await expect(moveServiceVersion(scope(), version)).rejects.toMatchObject({ issues: [{ field: "version" }] });
  }
  await moveServiceVersion(scope(), newest);
  for (const version of [oldest, newest]) {
    await expect(moveServiceVersion(scope(), version)).rejects.toMatchObject({ issues: [{ field: "version" }] });
  }
  const unknownPartner = { partnerId: newId("prt", new Date()), merchantId: null };
  await expect(moveServiceVersion(unknownPartner, newest)).rejects.toMatchObject({ code: "not_found" });
});

test("of two concurrent moves one succeeds, with one audit entry", async () => {
  const lock = `SELECT FROM partner WHERE id = '${partner.partnerId}' FOR UPDATE`;
  const moving = await api.holding(lock, async () => {
    const both = [moveServiceVersion(scope(), newest), moveServiceVersion(scope(), newest)];
    const settled = Promise.allSettled(both);
    await api.untilBlocked(2);
    return { settled };
  });
  const outcomes = (await moving.settled).map(({ status }) => status);
  expect(outcomes.sort()).toEqual(["fulfilled", "rejected"]);
  expect(await moves()).toEqual([{ before: { service_version: oldest }, after: { service_version: newest } }]);
});
