import { expect, test } from "vitest";
import { beforeRefusal } from "#lib/domain/platform/rate-limit/slow-refusal.ts";

test("a thousand refusals wait at once, and further ones don't", async () => {
  let sent = 0;
  const refusals = Array.from({ length: 1_100 }, async () => {
    await beforeRefusal();
    sent += 1;
  });
  await new Promise(setImmediate);
  expect(sent).toBe(100);
  await Promise.all(refusals);
  expect(sent).toBe(1_100);
});
