import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { DeadlineWheel } from "#lib/domain/payments/status/deadline-wheel.ts";

const startMs = new Date("2026-11-21T12:00:00.007Z").getTime();

beforeEach(() => {
  vi.useFakeTimers({ now: startMs });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("a deadline", () => {
  test("fires within two ticks of 20 ms after it, never before", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -100, max: 2_000 }), { minLength: 1, maxLength: 50 }), (offsets) => {
        vi.setSystemTime(startMs);
        const wheel = new DeadlineWheel();
        const latenessMs: number[] = [];
        for (const offset of offsets) {
          const deadlineMs = startMs + offset;
          wheel.add(deadlineMs, () => latenessMs.push(Date.now() - Math.max(deadlineMs, startMs)));
        }
        vi.advanceTimersByTime(2_100);
        expect(latenessMs).toHaveLength(offsets.length);
        for (const ms of latenessMs) expect(ms >= 0 && ms < 40, `${ms} ms late`).toBe(true);
      }),
    );
  });

  test("in the past fires at the next tick, not within add", () => {
    const wheel = new DeadlineWheel();
    const wake = vi.fn();
    wheel.add(startMs - 10_000, wake);
    expect(wake).not.toHaveBeenCalled();
    vi.advanceTimersByTime(20);
    expect(wake).toHaveBeenCalledTimes(1);
  });

  test("fires once", () => {
    const wheel = new DeadlineWheel();
    const wake = vi.fn();
    wheel.add(startMs + 50, wake);
    vi.advanceTimersByTime(10_000);
    expect(wake).toHaveBeenCalledTimes(1);
  });

  test("that was cancelled doesn't fire, while others of the same tick do", () => {
    const wheel = new DeadlineWheel();
    const kept = vi.fn();
    const cancelled = vi.fn();
    wheel.add(startMs + 50, kept);
    wheel.add(startMs + 50, cancelled)();
    vi.advanceTimersByTime(1_000);
    expect(kept).toHaveBeenCalledTimes(1);
    expect(cancelled).not.toHaveBeenCalled();
  });

  test("that is cancelled by another one of the same tick doesn't fire", () => {
    const wheel = new DeadlineWheel();
    const second = vi.fn();
    let cancelSecond = () => {};
    wheel.add(startMs + 50, () => cancelSecond());
    cancelSecond = wheel.add(startMs + 50, second);
    vi.advanceTimersByTime(1_000);
    expect(second).not.toHaveBeenCalled();
  });

  test("added by the callback of another one fires too", () => {
    const wheel = new DeadlineWheel();
    const second = vi.fn();
    wheel.add(startMs + 50, () => wheel.add(Date.now() + 50, second));
    vi.advanceTimersByTime(1_000);
    expect(second).toHaveBeenCalledTimes(1);
  });

  test("can be cancelled after it fired, without cancelling a later one of the same tick", () => {
    const wheel = new DeadlineWheel();
    const later = vi.fn();
    const cancel = wheel.add(startMs, () => undefined);
    vi.advanceTimersByTime(100);
    wheel.add(startMs, later);
    cancel();
    vi.advanceTimersByTime(100);
    expect(later).toHaveBeenCalledTimes(1);
  });
});

describe("the timer", () => {
  test("is shared by 10,000 deadlines, and stopped when none is left", () => {
    const wheel = new DeadlineWheel();
    expect(vi.getTimerCount()).toBe(0);
    const cancels = Array.from({ length: 10_000 }, (_, index) => wheel.add(startMs + 1_000 + index, () => undefined));
    expect(vi.getTimerCount()).toBe(1);
    for (const cancel of cancels) cancel();
    expect(vi.getTimerCount()).toBe(0);
  });

  test("stops after the last deadline, and starts again with the next", () => {
    const wheel = new DeadlineWheel();
    wheel.add(startMs + 50, () => undefined);
    vi.advanceTimersByTime(100);
    expect(vi.getTimerCount()).toBe(0);
    const wake = vi.fn();
    wheel.add(Date.now() + 50, wake);
    vi.advanceTimersByTime(100);
    expect(wake).toHaveBeenCalledTimes(1);
  });
});
