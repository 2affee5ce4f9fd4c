import { setTimeout as pause } from "node:timers/promises";
import type { Redis } from "ioredis";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { createBudget } from "#lib/domain/platform/rate-limit/budget.ts";
import { connectRedis } from "#lib/domain/platform/rate-limit/redis.ts";
import { alarms } from "#lib/log/alarm.ts";
import { setEnv } from "#test/env/set-env.ts";
import { createRealRedis } from "#test/redis/real-redis.ts";
import type { RedisServer } from "#test/redis/redis-server.ts";
import { createSmallRedis } from "#test/redis/small-redis.ts";
import { until } from "#test/until.ts";

setEnv();
const budgetOf = (redis: Redis | null, limit = 3) => createBudget({ policy: "key", limit, redis });

describe("a budget in memory", () => {
  test("admits requests up to its limit, and reports the remaining ones", async () => {
    const budget = budgetOf(null, 2);
    const [first, second, third, fourth] = [1, 2, 3, 4].map(() => budget.spend("a"));
    expect(await first).toMatchObject({ policy: "key", limit: 2, remaining: 1, isOver: false });
    expect(await second).toMatchObject({ remaining: 0, isOver: false });
    expect(await third).toMatchObject({ remaining: 0, isOver: true });
    expect(await fourth).toMatchObject({ remaining: 0, isOver: true });
  });

  test("is separate for each name", async () => {
    const budget = budgetOf(null, 1);
    await budget.spend("a");
    expect(await budget.spend("a")).toMatchObject({ isOver: true });
    expect(await budget.spend("b")).toMatchObject({ isOver: false });
  });

  test("resets a minute after its first request", async () => {
    const budget = budgetOf(null, 1);
    const before = Date.now();
    await budget.spend("a");
    const refused = await budget.spend("a");
    expect(refused?.resetsAtMs).toBeGreaterThanOrEqual(before + 60_000 - 1);
    expect(refused?.resetsAtMs).toBeLessThanOrEqual(Date.now() + 60_000);
  });

  test("of 0 means no limit", async () => {
    expect(await budgetOf(null, 0).spend("a")).toBeNull();
    await budgetOf(null, 0).giveBack("a");
  });

  test("that was refunded can be spent again", async () => {
    const budget = createBudget({ policy: "back", limit: 1, isRefundable: true, redis: null });
    await budget.spend("a");
    await budget.giveBack("a");
    expect(await budget.spend("a")).toMatchObject({ isOver: false });
    expect(await budget.spend("a")).toMatchObject({ isOver: true });
  });
});

/** Resolves at the next such event. The connection itself handles the errors that precede it. */
const next = (redis: Redis, event: string) => new Promise<void>((resolve) => redis.once(event, () => resolve()));

const small = await createSmallRedis();
const real = await createRealRedis();
const servers: [string, RedisServer][] = [
  ["our minimal Redis", small],
  ...(real === null ? [] : ([["this machine's Redis", real]] satisfies [string, RedisServer][])),
];

/** Opens a connection like a process does; `ready` resolves once it is in use. */
function connectTo(server: RedisServer): { redis: Redis; ready: Promise<unknown> } {
  const redis = connectRedis(server.url);
  onTestFinished(() => redis.disconnect());
  return { redis, ready: next(redis, "ready") };
}

async function connectedTo(server: RedisServer): Promise<Redis> {
  const { redis, ready } = connectTo(server);
  await ready;
  return redis;
}

describe.each(servers)("budgets of several processes over %s", (_name, server) => {
  afterEach(() => server.stop());

  const connect = () => connectTo(server);
  const connected = () => connectedTo(server);

  test("are shared", async () => {
    await server.start();
    const [here, there] = [budgetOf(await connected()), budgetOf(await connected())];
    expect(await here.spend("a")).toMatchObject({ remaining: 2, isOver: false });
    expect(await there.spend("a")).toMatchObject({ remaining: 1, isOver: false });
    expect(await here.spend("a")).toMatchObject({ remaining: 0, isOver: false });
    expect(await there.spend("a")).toMatchObject({ remaining: 0, isOver: true });
    const refused = await here.spend("a");
    expect(refused).toMatchObject({ isOver: true });
    expect(refused?.resetsAtMs).toBeGreaterThan(Date.now() + 50_000);
    expect(await there.spend("b")).toMatchObject({ remaining: 2, isOver: false });
  });

  test("that are used up refuse requests without asking Redis again", async () => {
    await server.start();
    const budget = budgetOf(await connected(), 1);
    await budget.spend("a");
    server.freeze();
    onTestFinished(() => server.thaw());
    expect(await budget.spend("a")).toMatchObject({ isOver: true });
  });

  test("are refunded for all processes", async () => {
    await server.start();
    const options = { policy: "back", limit: 1, seconds: 900, isRefundable: true };
    const [here, there] = [
      createBudget({ ...options, redis: await connected() }),
      createBudget({ ...options, redis: await connected() }),
    ];
    await here.spend("a");
    expect(await there.spend("a")).toMatchObject({ isOver: true });
    for (let index = 0; index < 2; index += 1) await there.giveBack("a");
    expect(await here.spend("a")).toMatchObject({ isOver: false });
    const refused = await there.spend("a");
    expect(refused).toMatchObject({ isOver: true });
    expect(refused?.resetsAtMs).toBeGreaterThan(Date.now() + 800_000);
  });

  test("are separate for each limit", async () => {
    await server.start();
    const redis = await connected();
    const [keys, apps] = ["key", "app"].map((policy) => createBudget({ policy, limit: 1, redis }));
    await keys?.spend("a");
    expect(await apps?.spend("a")).toMatchObject({ policy: "app", isOver: false });
  });

  test("count per process while Redis is unavailable, and together once it is back", async () => {
    const { redis, ready } = connect();
    const budget = budgetOf(redis, 1);
    expect(await budget.spend("a")).toMatchObject({ isOver: false });
    expect(await budget.spend("a")).toMatchObject({ isOver: true });
    await server.start();
    await ready;
    const other = budgetOf(await connected(), 1);
    expect(await other.spend("b")).toMatchObject({ isOver: false });
    expect(await budget.spend("b")).toMatchObject({ isOver: true });
  });

  test("continue per process when Redis fails, and are shared once it is back", async () => {
    await server.start();
    const redis = await connected();
    const budget = budgetOf(redis, 2);
    await budget.spend("a");
    const gone = next(redis, "close");
    await server.stop();
    await gone;
    expect(await budget.spend("a")).toMatchObject({ remaining: 1, isOver: false });
    const back = next(redis, "ready");
    await server.start();
    await back;
    const other = budgetOf(await connected(), 2);
    await other.spend("c");
    expect(await budget.spend("c")).toMatchObject({ remaining: 0, isOver: false });
  });

  test("don't wait for a Redis that accepts requests and never responds", async () => {
    await server.start();
    const redis = await connected();
    const budget = budgetOf(redis, 100);
    await budget.spend("a");
    server.freeze();
    onTestFinished(() => server.thaw());
    const gone = next(redis, "close");
    const all = Promise.all(Array.from({ length: 50 }, () => budget.spend("a")));
    const spent = await Promise.race([all, pause(2_000, "they wait")]);
    expect(spent).toEqual(Array.from({ length: 50 }, () => expect.objectContaining({ isOver: false })));
    await gone;
    const afterwards = budget.spend("a").then(() => "counted at once");
    expect(await Promise.race([afterwards, pause(150, "it waits")])).toBe("counted at once");
  });
});

describe("a Redis that is there", () => {
  afterEach(() => small.stop());

  test.each([
    "READONLY You can't write against a read only replica.",
    "OOM command not allowed when used memory > 'maxmemory'.",
  ])("and refuses to count (%s) raises the alarm, until it counts over a new connection", async (refusal) => {
    await small.start();
    const redis = await connectedTo(small);
    const budget = budgetOf(redis, 1);
    await budget.spend("a");
    alarms().take();
    small.refuse(refusal);
    onTestFinished(() => small.refuse(null));
    const gone = next(redis, "close");
    expect(await budget.spend("b")).toMatchObject({ isOver: false });
    expect(await budget.spend("b")).toMatchObject({ isOver: true });
    expect(alarms().take()).toMatchObject([{ raised: { kind: "redis_down", facts: { err: refusal } }, ended: null }]);
    await gone;
    small.refuse(null);
    await until("the end of the alarm", () =>
      alarms()
        .take()
        .some(({ ended }) => ended?.kind === "redis_down"),
    );
    const other = budgetOf(await connectedTo(small), 1);
    await other.spend("c");
    expect(await budget.spend("c")).toMatchObject({ isOver: true });
  });

  test("and answers slowly, one request after the other, makes none wait for its turn", async () => {
    await small.start();
    const budget = budgetOf(await connectedTo(small), 100);
    await budget.spend("a");
    small.slow(200);
    onTestFinished(() => small.slow(0));
    const all = Promise.all(Array.from({ length: 30 }, () => budget.spend("a")));
    const spent = await Promise.race([all, pause(2_000, "they wait")]);
    expect(spent).toEqual(Array.from({ length: 30 }, () => expect.objectContaining({ isOver: false })));
  });
});
