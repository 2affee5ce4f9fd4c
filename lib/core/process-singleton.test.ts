import { expect, test, vi } from "vitest";
import { processSingleton } from "#lib/core/process-singleton.ts";

test("two copies of a module in one process share one thing, made once", async () => {
  const make = vi.fn(() => ({}));
  const first = processSingleton("test-thing", make);
  vi.resetModules();
  const copy = await import("#lib/core/process-singleton.ts");
  expect(copy.processSingleton).not.toBe(processSingleton);
  const second = copy.processSingleton("test-thing", make);
  expect(second()).toBe(first());
  expect(make).toHaveBeenCalledTimes(1);
});

test("nothing is made before somebody asks for it, and two names are two things", () => {
  const make = vi.fn(() => ({}));
  const [one, other] = [processSingleton("test-one", make), processSingleton("test-other", make)];
  expect(make).not.toHaveBeenCalled();
  expect(one()).not.toBe(other());
});
