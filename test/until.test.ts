import { expect, test } from "vitest";
import { until } from "#test/until.ts";

test("returns the awaited value, even when it is zero or an empty string", async () => {
  const looks = [null, undefined, false, 0];
  expect(await until("a number", () => looks.shift())).toBe(0);
  expect(await until("a text", () => Promise.resolve(""))).toBe("");
});

test("fails with the name of the event when it does not happen in time", async () => {
  await expect(until("the payout to fail", () => false, 40)).rejects.toThrow("in vain for the payout to fail");
});
