import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { parseDecimal, type Ratio } from "#lib/core/money.ts";
import { DepegGuard } from "#lib/domain/payments/rates/depeg-guard.ts";
import { log } from "#lib/log/log.ts";
import { setEnv } from "#test/env/set-env.ts";

setEnv();

const par: Ratio = { numerator: 1n, denominator: 1n };
let guard: DepegGuard;
const logged: Record<string, unknown>[] = [];

beforeEach(() => {
  guard = new DepegGuard();
  logged.length = 0;
  for (const level of ["warn", "error"] as const) {
    vi.spyOn(log(), level).mockImplementation((facts: unknown) => void logged.push(facts as Record<string, unknown>));
  }
});
afterEach(() => {
  // The alarm of a token is shared by the process.
  observe({ USDC: "1", EURC: "1.08" });
  vi.restoreAllMocks();
});

/** Shows the guard prices in dollars. */
function observe(dollars: Readonly<Record<string, string>>): void {
  const prices = Object.entries(dollars).map(([symbol, text]): [string, Ratio] => [symbol, parseDecimal(text) ?? par]);
  guard.observe(new Map([["USD", par], ["EUR", { numerator: 108n, denominator: 100n }], ...prices]));
}

test.for([
  ["1.02", false],
  ["1.020001", true],
  ["0.98", false],
  ["0.979999", true],
] as const)("a dollar token at %s dollars is paused: %s", ([price, isPaused]) => {
  observe({ USDC: price });
  expect(guard.isPaused("USDC")).toBe(isPaused);
});

test("a paused token resumes within 1 % of its peg, so that a price around 2 % doesn't switch it on and off", () => {
  const states = ["0.97", "0.985", "0.979", "0.9899", "0.99", "0.985", "0.98", "0.9799"].map((price) => {
    observe({ USDC: price });
    return guard.isPaused("USDC");
  });
  expect(states).toEqual([true, true, true, true, false, false, false, true]);
});

test("a euro token is compared with the euro", () => {
  observe({ EURC: "1.08", USDC: "1.08" });
  expect([guard.isPaused("EURC"), guard.isPaused("USDC")]).toEqual([false, true]);
});

test("a token whose price disappears stays paused", () => {
  observe({ USDC: "0.9" });
  observe({});
  expect(guard.isPaused("USDC")).toBe(true);
});

test("an alarm is raised for the token, and a line says that it is back", () => {
  observe({ USDC: "0.9", USDT: "1" });
  expect(logged).toEqual([{ alarm: "depegged", symbol: "USDC", peg: "USD", price: "0.900000" }]);
  observe({ USDC: "0.999", USDT: "1" });
  expect(logged.at(-1)).toEqual({ recovered: "depegged", symbol: "USDC", peg: "USD", price: "0.999000" });
});
