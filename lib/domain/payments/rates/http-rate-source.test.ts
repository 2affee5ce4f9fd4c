import type { RequestListener } from "node:http";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { useClock } from "#lib/core/clock.ts";
import { createHttpRateSource, type HttpRateSource } from "#lib/domain/payments/rates/http-rate-source.ts";
import { setEnv } from "#test/env/set-env.ts";
import { type RateServer, startRateServer } from "#test/rates/rate-server.ts";

setEnv();

const minute = 60_000;
const refreshMs = 10 * minute;
const staleMs = 60 * minute;
let server: RateServer;
let source: HttpRateSource;
let passedMs = 0;
let restoreClock = () => {};

beforeEach(async () => {
  server = await startRateServer();
  source = createHttpRateSource({ url: server.url, refreshMs, staleMs, timeoutMs: 5_000 });
  passedMs = 0;
  restoreClock = useClock({ now: () => new Date(Date.now() + passedMs) });
});
afterEach(async () => {
  restoreClock();
  await server.stop();
});

/** The yen rate of a dollar, or the code of the error. */
async function yen(): Promise<number | string> {
  try {
    const rate = await source.rate("USD", "JPY");
    return rate === null ? "unknown" : Number(rate.numerator) / Number(rate.denominator);
  } catch (error) {
    return (error as { code: string }).code;
  }
}

/** Resolves once the background refresh has brought that rate. */
async function untilYenAre(expected: number): Promise<void> {
  while ((await yen()) !== expected) await nextTurn();
}

describe("an HTTP source", () => {
  test("is requested once for many callers, and again only after the refresh interval", async () => {
    server.say({ EUR: 0.92, JPY: 155 });
    expect(await Promise.all(Array.from({ length: 50 }, yen))).toEqual(Array(50).fill(155));
    passedMs = refreshMs - minute;
    expect(await yen()).toBe(155);
    expect(server.asked()).toBe(1);
  });

  test("is refreshed once in the background while callers keep the old rates", async () => {
    server.say({ JPY: 155 });
    await yen();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    server.answerWith((_request, response) => {
      arrived.resolve();
      void released.then(() => response.end(JSON.stringify({ base: "USD", date: today(), rates: { JPY: 160 } })));
    });
    passedMs = refreshMs;
    expect(await Promise.all(Array.from({ length: 20 }, yen))).toEqual(Array(20).fill(155));
    await arrived.promise;
    expect([await yen(), server.asked()]).toEqual([155, 2]);
    release();
    await untilYenAre(160);
    expect(server.asked()).toBe(2);
  });

  test("is refreshed ahead of any caller", async () => {
    const arrived = Promise.withResolvers<void>();
    server.answerWith((_request, response) => {
      arrived.resolve();
      response.end(JSON.stringify({ base: "USD", date: today(), rates: { JPY: 155 } }));
    });
    source.refreshIfDue();
    source.refreshIfDue();
    await arrived.promise;
    expect([await yen(), server.asked()]).toEqual([155, 1]);
  });

  test("that fails keeps its last rates until the exact millisecond they are stale, and recovers on its own", async () => {
    const base = Date.now();
    let at = 0;
    restoreClock();
    restoreClock = useClock({ now: () => new Date(base + at) });
    server.say({ JPY: 155 });
    expect(await yen()).toBe(155);
    server.answerWith((_request, response) => response.writeHead(503).end());
    at = staleMs - 1;
    expect(await yen()).toBe(155);
    at = staleMs;
    expect(await yen()).toBe("bad_gateway");
    server.say({ JPY: 160 });
    at = staleMs + 10_000;
    expect(await yen()).toBe(160);
  });

  test("is asked again when the clock is set back behind its last request, and its rates aren't used until it has answered", async () => {
    server.say({ JPY: 155 });
    passedMs = 24 * 60 * minute;
    expect(await yen()).toBe(155);
    server.answerWith((_request, response) => response.writeHead(503).end());
    passedMs = 0;
    expect(await yen()).toBe("bad_gateway");
    server.say({ JPY: 160 });
    passedMs = -minute;
    expect([await yen(), server.asked()]).toEqual([160, 3]);
  });

  test("that fails is retried at most every 10 s, for any number of callers", async () => {
    expect(await Promise.all(Array.from({ length: 20 }, yen))).toEqual(Array(20).fill("bad_gateway"));
    expect([await yen(), server.asked()]).toEqual(["bad_gateway", 1]);
    server.say({ JPY: 155 });
    passedMs = 9_000;
    expect([await yen(), server.asked()]).toEqual(["bad_gateway", 1]);
    passedMs = 10_000;
    expect([await yen(), server.asked()]).toEqual([155, 2]);
  });

  test("is not requested for a currency in itself, and returns null for an unknown currency", async () => {
    expect(await source.rate("USD", "USD")).toEqual({ numerator: 1n, denominator: 1n });
    expect(server.asked()).toBe(0);
    server.say({ EUR: 0.92 });
    expect(await yen()).toBe("unknown");
    expect(await source.rate("usd", "EUR")).toBeNull();
  });
});

const today = () => new Date().toISOString().slice(0, 10);
const answers: [string, RequestListener][] = [
  ["an error with valid rates", (_request, response) => response.writeHead(500).end(body({ JPY: 1 }))],
  ["no JSON", (_request, response) => response.end("<html>Too many requests</html>")],
  ["a rate of zero", (_request, response) => response.end(body({ JPY: 0 }))],
  ["a negative rate among valid ones", (_request, response) => response.end(body({ EUR: 0.92, JPY: -155 }))],
  ["outdated rates", (_request, response) => response.end(body({ JPY: 1 }, { date: "2020-01-01" }))],
  ["half a document", (_request, response) => response.end(body({ JPY: 1 }).slice(0, -3))],
  ["a body that breaks off", (_request, response) => breakOff(response)],
  [
    "bytes that are not UTF-8",
    (_request, response) => response.end(Buffer.from(body({ JPY: 1 }, { by: "\xff" }), "latin1")),
  ],
  ["more than 256 KiB", (_request, response) => response.end(`${body({ JPY: 1 })}${" ".repeat(300_000)}`)],
  [
    "a redirect",
    (request, response) =>
      request.url === "/elsewhere"
        ? response.end(body({ JPY: 1 }))
        : response.writeHead(302, { location: "/elsewhere" }).end(),
  ],
];

function body(rates: Record<string, number>, fields: Record<string, unknown> = {}): string {
  return JSON.stringify({ base: "USD", date: today(), rates, ...fields });
}

function breakOff(response: Parameters<RequestListener>[1]): void {
  response.writeHead(200, { "content-length": 1_000 });
  response.write(body({ JPY: 1 }), () => response.destroy());
}

describe("an invalid response:", () => {
  test.for(answers)("%s provides no first rates", async ([, listener]) => {
    server.answerWith(listener);
    expect(await yen()).toBe("bad_gateway");
  });

  test.for(answers)("%s leaves the earlier rates in use", async ([, listener]) => {
    server.say({ EUR: 0.92, JPY: 155 });
    await yen();
    const seen = Promise.withResolvers<void>();
    server.answerWith((request, response) => {
      response.on("close", seen.resolve);
      listener(request, response);
    });
    passedMs = refreshMs;
    expect(await yen()).toBe(155);
    await seen.promise;
    expect(await yen()).toBe(155);
    passedMs = staleMs;
    expect(await yen()).toBe("bad_gateway");
  });

  test("one that never ends times out", async () => {
    source = createHttpRateSource({ url: server.url, refreshMs, staleMs, timeoutMs: 50 });
    server.answerWith((_request, response) => response.write("{"));
    expect(await yen()).toBe("bad_gateway");
  });
});

test("stablecoin prices in the document pause a token that is off its peg, and a refresh resumes it", async () => {
  server.say({ EUR: 0.92, USDC: 1.05, USDT: 1.001 });
  await source.rate("USD", "EUR");
  expect(["USDC", "USDT", "PYUSD"].map((symbol) => source.isPaused?.(symbol))).toEqual([true, false, false]);
  server.say({ EUR: 0.92, USDC: 1.005 });
  passedMs = refreshMs;
  while (source.isPaused?.("USDC") === true) await nextTurn();
  expect(server.asked()).toBe(2);
});

test("rates older than the limit by their own date are not used", async () => {
  source = createHttpRateSource({ url: server.url, refreshMs, staleMs, maxAgeMs: 60 * minute, timeoutMs: 5_000 });
  const timestamp = Math.floor(Date.now() / 1_000) - 61 * 60;
  server.say({ JPY: 155 }, { timestamp });
  expect(await yen()).toBe("bad_gateway");
});
