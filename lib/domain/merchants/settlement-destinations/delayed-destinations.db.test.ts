import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { assetOf } from "#lib/chain/tokens.ts";
import { actAs } from "#lib/core/actor.ts";
import { useClock } from "#lib/core/clock.ts";
import { prisma } from "#lib/db/prisma.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { getMerchant } from "#lib/domain/merchants/get-merchant.ts";
import { applyDueDestinations } from "#lib/domain/merchants/settlement-destinations/apply-due-destinations.ts";
import { changeSettlementDestination } from "#lib/domain/merchants/settlement-destinations/change-settlement-destination.ts";
import { registerSettlementDestinations } from "#lib/domain/merchants/settlement-destinations/register-settlement-destinations.ts";
import { removeSettlementDestination } from "#lib/domain/merchants/settlement-destinations/remove-settlement-destination.ts";
import { revokePendingDestination } from "#lib/domain/merchants/settlement-destinations/revoke-pending-destination.ts";
import { requireDestinationOfDeleted } from "#lib/domain/merchants/settlement-destinations/set-destination-of-deleted.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { createTestPayment } from "#test/domain/create-test-payment.ts";
import { createUser } from "#test/domain/create-user.ts";
import { createPartner, getToken, type TestPartner } from "#test/stack/partner.ts";

const asset = assetOf(getToken("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"));
const [first, second, third] = [
  "eip155:8453:0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  "eip155:8453:0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
  "eip155:8453:0x90F79bf6EB2c4f870365E785982E1f101E93b906",
] as const;
const start = Date.parse("2026-11-23T08:00:00.000Z");
const hourMs = 3_600_000;

let service: ServiceDatabase;
let partner: TestPartner;
let scope: PartnerScope;
let restoreClock: () => void;
let now = start;

beforeAll(async () => {
  service = await startDatabase({
    DESTINATION_DELAY_HOURS: "24",
    MAIL_TO_CONSOLE: "true",
    PUBLIC_URL: "http://localhost:3000",
  });
});
afterAll(() => service.stop());
beforeEach(async () => {
  partner = await createPartner();
  scope = { partnerId: partner.partnerId, merchantId: null };
  now = start;
  restoreClock = useClock({ now: () => new Date(now) });
});
afterEach(() => restoreClock());

const register = (destination: string) =>
  inTransaction((tx) => registerSettlementDestinations(tx, scope, partner.merchantId, [{ asset, destination }]));
const change = (id: string, destination: string) =>
  inTransaction((tx) => changeSettlementDestination(tx, scope, partner.merchantId, id, destination));
const remove = (id: string) => inTransaction((tx) => removeSettlementDestination(tx, scope, partner.merchantId, id));
const current = async () => (await getMerchant(scope, partner.merchantId)).destinations.crypto;
const inForce = async () =>
  (await prisma().settlementDestination.findMany({ where: { merchantId: partner.merchantId } })).map(
    ({ destination }) => destination,
  );

/** Lets hours pass, and the worker look at what is due. */
async function pass(hours: number): Promise<void> {
  now += hours * hourMs;
  await applyDueDestinations();
}

/** Registers the merchant's first destination, before it takes payments. @returns its id. */
async function firstDestination(): Promise<string> {
  const [registered] = await register(first);
  if (registered === undefined) throw new Error("no destination was registered");
  expect(registered.pending).toBeNull();
  return registered.id;
}

describe("with a delay of a day, a changed destination", () => {
  test("is used after it, and not before", async () => {
    const id = await firstDestination();
    expect(await change(id, second)).toMatchObject({
      destination: first,
      pending: { destination: second, takesEffectAt: new Date(start + 24 * hourMs) },
    });
    await pass(23.9);
    expect(await inForce()).toEqual([first]);
    await pass(0.1);
    expect(await current()).toEqual([{ id, asset, destination: second, pending: null }]);
  });

  test("that is requested again keeps its time; another one starts again", async () => {
    const id = await firstDestination();
    await change(id, second);
    await pass(20);
    expect((await change(id, second)).pending?.takesEffectAt).toEqual(new Date(start + 24 * hourMs));
    expect((await change(id, third)).pending?.takesEffectAt).toEqual(new Date(start + 44 * hourMs));
    await pass(4);
    expect(await inForce()).toEqual([first]);
    await pass(20);
    expect(await inForce()).toEqual([third]);
  });

  test("can be revoked while it is pending, by naming it, or by a change back", async () => {
    const id = await firstDestination();
    const revoke = (destination: string) =>
      inTransaction((tx) => revokePendingDestination(tx, scope, partner.merchantId, id, destination));
    await change(id, second);
    await expect(revoke(third)).rejects.toMatchObject({ code: "version_conflict" });
    await revoke(second);
    await change(id, third);
    expect((await change(id, first)).pending).toBeNull();
    await pass(48);
    expect(await inForce()).toEqual([first]);
    await expect(revoke(third)).rejects.toMatchObject({ code: "not_found" });
  });

  test("can't be had at once by removing the current one and adding another", async () => {
    const id = await firstDestination();
    await remove(id);
    expect(await inForce()).toEqual([]);
    const [added] = await register(second);
    expect(added?.pending?.takesEffectAt).toEqual(new Date(start + 24 * hourMs));
    expect(await inForce()).toEqual([]);
    await expect(register(third)).rejects.toMatchObject({ code: "settlement_asset_conflict" });
    await pass(24);
    expect(await current()).toEqual([{ id: added?.id, asset, destination: second, pending: null }]);
  });

  test("is dropped when the destination is removed meanwhile", async () => {
    const id = await firstDestination();
    await change(id, second);
    await remove(id);
    await pass(24);
    expect(await inForce()).toEqual([]);
  });
});

test("with a delay, the first destination of a merchant that has taken payments waits too", async () => {
  await createTestPayment(partner);
  const [added] = await register(first);
  expect(added?.pending).not.toBeNull();
  if (added === undefined) throw new Error("no destination was registered");
  await remove(added.id);
  await pass(24);
  expect(await inForce()).toEqual([]);
});

test("with a delay, a destination that is only pending can be changed, and then starts again", async () => {
  await createTestPayment(partner);
  const [added] = await register(first);
  if (added === undefined) throw new Error("no destination was registered");
  await pass(20);
  const takesEffectAt = new Date(start + 44 * hourMs);
  const changed = { id: added.id, asset, destination: second, pending: { destination: second, takesEffectAt } };
  expect(await change(added.id, second)).toEqual(changed);
  expect(await current()).toEqual([changed]);
  await pass(4);
  expect(await inForce()).toEqual([]);
  await pass(20);
  expect(await current()).toEqual([{ id: added.id, asset, destination: second, pending: null }]);
});

test("with a delay, held money of a deleted merchant goes nowhere before its new destination is in force", async () => {
  const id = await firstDestination();
  await prisma().merchant.update({ where: { id: partner.merchantId }, data: { deletedAt: new Date(now) } });
  const set = () => requireDestinationOfDeleted(scope, partner.merchantId, asset, second);
  await expect(set()).rejects.toMatchObject({
    code: "invalid_state",
    message: expect.stringContaining("2026-11-24T08:00"),
  });
  await pass(12);
  await expect(set()).rejects.toMatchObject({ message: expect.stringContaining("2026-11-24T08:00") });
  expect(await inForce()).toEqual([first]);
  await pass(12);
  expect(await inForce()).toEqual([second]);
  await set();
  expect(await prisma().settlementDestination.count({ where: { id } })).toBe(1);
});

test("with a delay, the events of a deleted merchant's destination name the id that it has, in force or pending", async () => {
  const id = await firstDestination();
  await prisma().merchant.update({ where: { id: partner.merchantId }, data: { deletedAt: new Date(now) } });
  for (const account of [second, third]) {
    await expect(requireDestinationOfDeleted(scope, partner.merchantId, asset, account)).rejects.toMatchObject({
      code: "invalid_state",
    });
  }
  await pass(24);
  const events = await service.query<{ id: string; change: string }>(
    `SELECT data ->> 'id' AS id, data ->> 'change' AS change FROM event
      WHERE merchant_id = $1 AND type = 'settlement_destination.changed' ORDER BY id`,
    [partner.merchantId],
  );
  expect(events.slice(-3)).toEqual([
    { id, change: "pending" },
    { id, change: "pending" },
    { id, change: "took_effect" },
  ]);
  expect(await prisma().settlementDestination.findMany({ where: { merchantId: partner.merchantId } })).toMatchObject([
    { id, destination: third },
  ]);
});

test("with a delay, a deleted merchant's first destination keeps its id when another account takes its place", async () => {
  await createTestPayment(partner);
  await prisma().merchant.update({ where: { id: partner.merchantId }, data: { deletedAt: new Date(now) } });
  for (const account of [first, second]) {
    await expect(requireDestinationOfDeleted(scope, partner.merchantId, asset, account)).rejects.toMatchObject({
      code: "invalid_state",
    });
  }
  const pending = await service.query<{ id: string }>("SELECT id FROM pending_destination WHERE merchant_id = $1", [
    partner.merchantId,
  ]);
  const events = await service.query<{ id: string }>(
    "SELECT data ->> 'id' AS id FROM event WHERE merchant_id = $1 AND type = 'settlement_destination.changed'",
    [partner.merchantId],
  );
  expect(events).toEqual([...pending, ...pending]);
});

test("each owner of the partner, and no other member, gets an email about a change, with its time and author", async () => {
  const owner = await createUser(partner.partnerId, "owner");
  await createUser(partner.partnerId, "admin");
  const id = await firstDestination();
  await actAs({ kind: "api_key", id: "key_1", name: "web shop" }, () => change(id, second));
  const rows = await service.query<{ payload: object }>(
    "SELECT payload FROM graphile_worker._private_jobs WHERE payload ->> 'merchantId' = $1",
    [partner.merchantId],
  );
  expect(rows.map(({ payload }) => payload)).toEqual([
    expect.objectContaining({
      kind: "destinations_changed",
      email: owner.email,
      by: "the API key web shop",
      changes: [{ asset, from: first, to: second }],
      takesEffectAt: "2026-11-24T08:00:00.000Z",
    }),
  ]);
});
