import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { clockSkewMs, measureClockSkew } from "#components/checkout/clock-skew.ts";
import { isQuoteExpiring, type WalletTask } from "#components/checkout/wallet/wallet-task.ts";
import type { WireOption } from "#lib/api/schemas/gateway.ts";

const minuteMs = 60_000;

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 8, 1, 12) }));
afterEach(() => void vi.useRealTimers());

describe.for([
  ["right", 0],
  ["an hour slow", 60 * minuteMs],
])("on a device whose clock is %s", ([, skewMs]) => {
  const serverNowMs = Date.UTC(2026, 8, 1, 12) + Number(skewMs);

  test("the skew stays as the page measured it when it started", () => {
    measureClockSkew(serverNowMs);
    vi.advanceTimersByTime(9 * minuteMs);
    measureClockSkew(serverNowMs);
    expect(clockSkewMs(serverNowMs)).toBe(skewMs);
  });

  test("a quote expires while the page is open", () => {
    measureClockSkew(serverNowMs);
    const isExpiring = (leftMs: number) => {
      const task = { expiry: { serverNowMs, expiresAt: serverNowMs / 1_000 + 15 * 60 } } as WalletTask;
      return isQuoteExpiring({ expiresAt: (serverNowMs + 9 * minuteMs + leftMs) / 1_000 } as WireOption, task);
    };
    vi.advanceTimersByTime(9 * minuteMs);
    expect([isExpiring(minuteMs), isExpiring(minuteMs / 2), isExpiring(-minuteMs)]).toEqual([false, true, true]);
  });
});
