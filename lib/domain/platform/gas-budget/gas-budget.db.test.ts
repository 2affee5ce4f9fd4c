import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { clock, useClock } from "#lib/core/clock.ts";
import { type AttemptId, newId } from "#lib/core/ids.ts";
import { database, pool } from "#lib/db/pool.ts";
import { prisma } from "#lib/db/prisma.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { deleteOldCharges } from "#lib/domain/platform/gas-budget/keep-gas-charges.ts";
import { foldDaysBefore, readUses } from "#lib/domain/platform/gas-budget/repository.ts";
import { reserveGas } from "#lib/domain/platform/gas-budget/reserve-gas.ts";
import { log } from "#lib/log/log.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { insertAttempts } from "#test/domain/create-deployments.ts";
import { createPartner, type TestPartner } from "#test/stack/partner.ts";

// A coin costs a dollar, so a gwei is a thousandth of a millionth, and 10^16 wei is a cent.
const cent = 10n ** 16n;
const buyers = ["0x70997970C51812dc3A010C7d01b50e0d17dc79C8", "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC"] as const;

let service: ServiceDatabase;
let partner: TestPartner;

beforeAll(async () => {
  service = await startDatabase({
    NATIVE_PRICE_USD_8453: "1",
    NATIVE_PRICE_USD_1: "2.5",
    GAS_BUDGET_USD: "1",
    GAS_BUDGET_PER_APP_USD: "0.50",
    GAS_BUDGET_PER_BUYER_USD: "0.30",
  });
});
afterAll(() => service.stop());
beforeEach(async () => {
  partner = await createPartner();
});

type Wanted = { of?: TestPartner; app?: string | null; buyer?: string; chainId?: number; wei?: bigint };

/** Reserves gas for a new attempt, 10 cents unless said otherwise. @returns the attempt. */
async function reserve({ of = partner, app = null, buyer = buyers[0], chainId = 8453, wei = 10n * cent }: Wanted = {}) {
  const [attempt] = await insertAttempts({ count: 1, partner: of, buyer, state: "received" });
  if (attempt === undefined) throw new Error("no attempt was inserted");
  const needs = [{ kind: "collection", gas: 150_000n, wei } as const];
  const { partnerId } = of;
  await inTransaction((tx) => reserveGas(tx, { partnerId, appId: app, buyer, attemptId: attempt.id, chainId, needs }));
  return attempt.id;
}

/** The outcome of a reservation: its refusal, or `reserved`. */
const outcome = (wanted: Wanted = {}) =>
  reserve(wanted).then(
    () => "reserved",
    (error: Error) => error.message,
  );

const today = () => clock.now().toISOString().slice(0, 10);
/** Cents of the partner's day. */
const used = async (of = partner, day = today()) =>
  Number((await readUses(database, of.partnerId, null, day)).partner.used) / 10_000;

let lastNonce = 0;
/** Inserts a relay transaction of an attempt that is mined. @returns its id. */
async function mined(attemptId: AttemptId, kind: "collection" | "deployment" = "collection"): Promise<bigint> {
  lastNonce += 1;
  const { id } = await prisma().relayTransaction.create({
    data: {
      chainId: 8453,
      wallet: buyers[1],
      kind,
      attemptId,
      state: "mined",
      target: buyers[1],
      calldata: "0x",
      gasLimit: 100_000,
      nonce: lastNonce,
      minedHash: `0x${"aa".repeat(32)}`,
      blockNumber: 1,
      blockHash: `0x${"bb".repeat(32)}`,
    },
  });
  return id;
}
const end = (id: bigint, gasCost: bigint, state = "final") =>
  pool().query(
    "UPDATE relay_transaction SET state = $2::relay_state, gas_cost = $3 WHERE id = $1 AND state = 'mined'",
    [id, state, gasCost],
  );
const endAttempt = (id: AttemptId, state: "final" | "rejected") =>
  pool().query("UPDATE payment_attempt SET state = $2::attempt_state WHERE id = $1", [id, state]);

describe("a reservation", () => {
  test("is refused where it exceeds the buyer's, the app's or the partner's budget, each of one partner only", async () => {
    const other = await createPartner();
    for (let index = 0; index < 3; index += 1) expect(await outcome()).toBe("reserved");
    expect(await outcome()).toContain("the account's daily budget for network costs at this merchant is used up");
    expect(await outcome({ of: other })).toBe("reserved");
    const [app, nextApp] = [newId("app", new Date()), newId("app", new Date())];
    const strangers = Array.from({ length: 12 }, (_, index) => `0x${String(index).padStart(40, "0")}`);
    const [first = "", second = "", ...rest] = strangers;
    expect(await outcome({ app, buyer: first, wei: 30n * cent })).toBe("reserved");
    expect(await outcome({ app, buyer: second, wei: 21n * cent })).toContain("the app's daily budget");
    expect(await outcome({ app: nextApp, buyer: second, wei: 30n * cent })).toBe("reserved");
    // Another app doesn't help: all of them spend the partner's budget, of which 90 cents are gone.
    expect(await outcome({ app: newId("app", new Date()), buyer: rest[0] ?? "", wei: 11n * cent })).toContain(
      "the merchant's daily budget",
    );
    expect(await used()).toBe(90);
    expect(await outcome({ of: other, app })).toBe("reserved");
  });

  test("is refused with the time at which it can succeed", async () => {
    const restore = useClock({ now: () => new Date("2026-11-23T23:00:00.000Z") });
    await expect(reserve({ wei: 31n * cent })).rejects.toMatchObject({
      code: "rate_limited",
      retryAfterSeconds: 3_600,
    });
    restore();
  });

  test("counts gas on every chain at its coin's price", async () => {
    await reserve({ chainId: 1, wei: 4n * cent });
    expect(await used()).toBe(10);
    expect(await outcome({ chainId: 1, wei: 9n * cent })).toContain("the account's daily budget");
    // A chain without a configured price has the registry's.
    expect(await outcome({ chainId: 42161, wei: 10n ** 14n })).toContain("the account's daily budget");
  });

  test.each([
    ["partner", 100, (index: number) => `0x${String(index).padStart(40, "0")}`],
    ["buyer", 30, () => buyers[0]],
  ] as const)("of a burst never exceeds the %s's budget, and uses all of it", async (_, budget, buyerOf) => {
    const wanted = Array.from({ length: 40 }, (_, index) => ({ buyer: buyerOf(index), wei: 7n * cent }));
    const outcomes = await Promise.all(wanted.map(outcome));
    expect(outcomes.filter((each) => each === "reserved")).toHaveLength(Math.floor(budget / 7));
    expect(await used()).toBe(7 * Math.floor(budget / 7));
  });

  test("raises an alarm from 80 % of a budget on, and not before", async () => {
    const alarm = vi.spyOn(log(), "error").mockImplementation(() => undefined);
    await reserve({ wei: 23n * cent });
    expect(alarm).not.toHaveBeenCalled();
    await reserve({ wei: 1n * cent });
    const facts = { alarm: "gas_budget", scope: "buyer", partnerId: partner.partnerId, percent: 80 };
    expect(alarm).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(facts), expect.any(String));
    alarm.mockRestore();
  });

  test("uses the partner's own budgets, where -1 is none", async () => {
    await prisma().partner.update({ where: { id: partner.partnerId }, data: { gasBudget: -1, buyerGasBudget: 500 } });
    expect(await outcome({ wei: 450n * cent })).toBe("reserved");
    expect(await outcome({ wei: 51n * cent })).toContain("the account's daily budget");
  });

  test("of an absurd price of gas is refused, not an error", async () => {
    expect(await outcome({ wei: 10n ** 60n })).toContain("the merchant's daily budget");
    expect(await outcome()).toBe("reserved");
  });
});

describe("the receipt", () => {
  test("replaces the reservation, whether it is lower or higher, once", async () => {
    const cheap = await reserve();
    const dear = await reserve();
    const ids = [await mined(cheap), await mined(dear)] as const;
    await end(ids[0], 2n * cent);
    await end(ids[1], 17n * cent);
    expect(await used()).toBe(19);
    await endAttempt(cheap, "final");
    await endAttempt(dear, "rejected");
    // Recorded again after a restart or a reorg.
    await end(ids[0], 2n * cent);
    await pool().query("UPDATE relay_transaction SET updated_at = now() WHERE id = ANY($1)", [ids]);
    expect(await used()).toBe(19);
  });

  test("of what failed counts too: a revert, a cancellation, a deployment that no payment followed", async () => {
    const attempts = [
      await reserve({ wei: cent }),
      await reserve({ wei: cent }),
      await reserve({ wei: cent }),
    ] as const;
    await end(await mined(attempts[0]), 3n * cent);
    await endAttempt(attempts[0], "rejected");
    await end(await mined(attempts[1]), 4n * cent, "cancelled");
    await endAttempt(attempts[1], "rejected");
    await endAttempt(attempts[2], "rejected");
    await end(await mined(attempts[2], "deployment"), 5n * cent);
    expect(await used()).toBe(12);
  });

  test("counts on the day of the confirm, also after midnight", async () => {
    const restore = useClock({ now: () => new Date("2026-11-23T23:59:59.900Z") });
    const attempt = await reserve();
    const restoreAgain = useClock({ now: () => new Date("2026-11-24T00:00:00.100Z") });
    expect(await used()).toBe(0);
    await end(await mined(attempt), 12n * cent);
    expect([await used(partner, "2026-11-23"), await used()]).toEqual([12, 0]);
    expect(await outcome({ wei: 30n * cent })).toBe("reserved");
    await foldDaysBefore(database, "2026-11-24");
    expect([await used(partner, "2026-11-23"), await used()]).toEqual([12, 30]);
    restoreAgain();
    restore();
  });

  test("of a cost that no node can mean exhausts the budget, and is recorded", async () => {
    const attempt = await reserve();
    await end(await mined(attempt), 10n ** 77n);
    expect(await outcome({ buyer: buyers[1], wei: cent })).toContain("the merchant's daily budget");
  });

  test("of an attempt from before there were budgets counts on its day", async () => {
    const [attempt] = await insertAttempts({ count: 1, partner, buyer: buyers[0], state: "submitted" });
    await end(await mined(attempt?.id as AttemptId), 8n * cent);
    expect(await used()).toBe(8);
  });
});

test("the gas of single payments is kept for 90 days, the sums for ever, and what is still reserved until it ends", async () => {
  const day = today();
  await end(await mined(await reserve()), 12n * cent);
  await reserve({ buyer: buyers[1] });
  const charges = async () => {
    const query = "SELECT state FROM gas_charge WHERE partner_id = $1";
    return (await service.query<{ state: string }>(query, [partner.partnerId])).map(({ state }) => state);
  };
  const deleteAfter = async (days: number) => {
    const restore = useClock({ now: () => new Date(Date.now() + days * 24 * 3_600_000) });
    await deleteOldCharges().finally(restore);
  };
  await deleteAfter(90);
  expect(await charges()).toHaveLength(2);
  await service.query(
    `INSERT INTO gas_charge (partner_id, app_id, buyer, day, chain_id, kind, state, wei)
      SELECT $1, '', '', $2, chain_id, kind, 'released', 0 FROM generate_series(1, 1000), (SELECT * FROM gas_charge LIMIT 1) c`,
    [partner.partnerId, day],
  );
  await deleteAfter(91);
  expect(await charges()).toEqual(["reserved"]);
  expect(await used(partner, day)).toBe(22);
});

test("an attempt that ends without a transaction releases what it reserved", async () => {
  const attempt = await reserve({ wei: 30n * cent });
  expect(await outcome()).toContain("the account's daily budget");
  await endAttempt(attempt, "rejected");
  expect(await used()).toBe(0);
  expect(await outcome()).toBe("reserved");
});

test("folding changes no sum, also while gas is reserved and spent", async () => {
  await prisma().partner.update({
    where: { id: partner.partnerId },
    data: { gasBudget: -1, appGasBudget: -1, buyerGasBudget: -1 },
  });
  const attempts = await insertAttempts({ count: 1_100, partner, buyer: buyers[0], state: "received" });
  const work = attempts.values();
  const { partnerId } = partner;
  const needs = [{ kind: "collection", gas: 150_000n, wei: cent } as const];
  const reserveSome = async () => {
    for (const { id } of work) {
      await inTransaction((tx) =>
        reserveGas(tx, { partnerId, appId: null, buyer: buyers[0], attemptId: id, chainId: 8453, needs }),
      );
    }
  };
  await Promise.all(Array.from({ length: 8 }, reserveSome));
  expect(await used()).toBe(1_100);
  const [row] = await service.query<{ days: number; deltas: number }>(
    `SELECT (SELECT count(*)::int FROM gas_day WHERE partner_id = $1) AS days,
      (SELECT count(*)::int FROM gas_delta WHERE partner_id = $1) AS deltas`,
    [partnerId],
  );
  expect(row?.days).toBe(1);
  expect(row?.deltas).toBeLessThan(1_000);
});
