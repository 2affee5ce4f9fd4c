import { expect, test } from "vitest";
import { newId } from "#lib/core/ids.ts";
import { inLogoQueue } from "#lib/domain/merchants/logos/logo-queue.ts";

test("a partner's logos are fetched one at a time, a bounded number waits, and another partner's aren't delayed", async () => {
  const [greedy, other] = [newId("prt", new Date()), newId("prt", new Date())] as const;
  const gate = Promise.withResolvers<void>();
  let running = 0;
  let most = 0;
  const fetch = async () => {
    running += 1;
    most = Math.max(most, running);
    await gate.promise;
    running -= 1;
  };
  const results = Promise.allSettled(Array.from({ length: 100 }, () => inLogoQueue(greedy, fetch)));
  expect(await inLogoQueue(other, () => Promise.resolve("fetched"))).toBe("fetched");
  gate.resolve();
  const refused = (await results).filter((result) => result.status === "rejected");
  expect([most, refused.length]).toEqual([1, 79]);
  expect(refused[0]?.reason).toMatchObject({ code: "rate_limited", retryAfterSeconds: 5 });
  expect(await inLogoQueue(greedy, () => Promise.resolve("fetched"))).toBe("fetched");
});
