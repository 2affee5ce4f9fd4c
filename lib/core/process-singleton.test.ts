import { expect, test, vi } from "vitest";
import { processSingleton } from "#lib/core/process-singleton.ts";

test("two copies of a module share one instance, created once", async () => {
  const make = vi.fn(() => ({}));
  const first = processSingleton("test-thing", make);
  vi.resetModules();
  const copy = await import("#lib/core/process-singleton.ts");
  expect(copy.processSingleton).not.toBe(processSingleton);
  const second = copy.processSingleton("test-thing", make);
  expect(second()).toBe(first());
  expect(make).toHaveBeenCalledTimes(1);
});

test("an instance is created on first use, one per name", () => {
  const make = vi.fn(() => ({}));
  const one = processSingleton("test-one", make);
  const other = processSingleton("test-other", make);
  expect(make).not.toHaveBeenCalled();
  expect(one()).not.toBe(other());
});
