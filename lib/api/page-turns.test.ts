import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { inPageTurn } from "#lib/api/page-turns.ts";
import type { Quota } from "#lib/domain/platform/rate-limit/quota.ts";

const quota = (spent: number): Quota => ({
  policy: "pages",
  limit: 1_000,
  remaining: 1_000 - spent,
  resetsAtMs: 0,
  isOver: false,
});

/** Asks for so many pages of an address at once. @returns the most that ran at the same time, and how many were refused. */
async function ask(address: string, count: number, state: Quota | null) {
  let running = 0;
  let most = 0;
  const answer = async () => {
    running += 1;
    most = Math.max(most, running);
    await pause(1);
    running -= 1;
  };
  const results = await Promise.allSettled(Array.from({ length: count }, () => inPageTurn(state, address, answer)));
  return { most, refused: results.filter(({ status }) => status === "rejected").length };
}

test("an address reads pages at once until it has used a tenth of its budget, and then two at a time", async () => {
  expect(await ask("192.0.2.1", 30, quota(100))).toEqual({ most: 30, refused: 0 });
  expect(await ask("192.0.2.1", 30, null)).toEqual({ most: 30, refused: 0 });
  expect(await ask("192.0.2.1", 30, quota(101))).toEqual({ most: 2, refused: 0 });
  expect(await ask("192.0.2.2", 510, quota(101))).toEqual({ most: 2, refused: 8 });
});

test("an export doesn't keep its turn, and a page that fails fails", async () => {
  const exported = Promise.withResolvers<void>();
  const address = "192.0.2.3";
  const exports = [1, 2].map(() => inPageTurn(quota(500), address, () => exported.promise));
  expect(await ask(address, 2, quota(500))).toEqual({ most: 2, refused: 0 });
  exported.reject(new Error("gone"));
  for (const one of exports) await expect(one).rejects.toThrow("gone");
});
