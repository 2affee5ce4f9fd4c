import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { askChain } from "#lib/chain/nodes/ask-chain.ts";

let chainId = 0;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] });
  chainId += 1;
});
afterEach(() => {
  vi.useRealTimers();
});

const answer = () => Promise.resolve("answer");
const fail = () => Promise.reject(new Error("no node"));
const never = () => new Promise<string>(() => undefined);

test("a response is returned, and a failure is thrown", async () => {
  expect(await askChain(chainId, answer)).toBe("answer");
  await expect(askChain(chainId, fail)).rejects.toThrow("no node");
});

test("a response that takes longer than four seconds is a failure", async () => {
  const asked = askChain(chainId, never);
  const refused = expect(asked).rejects.toThrow("did not answer within 4000 ms");
  await vi.advanceTimersByTimeAsync(4_000);
  await refused;
});

describe("a chain that failed", () => {
  const work = vi.fn(answer);

  beforeEach(async () => {
    work.mockClear();
    await askChain(chainId, fail).catch(() => undefined);
  });

  test("is not asked again for five seconds", async () => {
    await vi.advanceTimersByTimeAsync(4_999);
    await expect(askChain(chainId, work)).rejects.toThrow("failed a moment ago");
    expect(work).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await askChain(chainId, work)).toBe("answer");
  });

  test("does not affect other chains", async () => {
    expect(await askChain(-chainId, work)).toBe("answer");
  });

  test("is asked by one call only after five seconds, while the others keep failing", async () => {
    await vi.advanceTimersByTimeAsync(5_000);
    const first = askChain(chainId, never);
    const firstFails = expect(first).rejects.toThrow("did not answer");
    await expect(askChain(chainId, work)).rejects.toThrow("failed a moment ago");
    await vi.advanceTimersByTimeAsync(4_000);
    await firstFails;
    await expect(askChain(chainId, work)).rejects.toThrow("failed a moment ago");
    expect(work).not.toHaveBeenCalled();
  });

  test("is asked by every call again once it has answered", async () => {
    await vi.advanceTimersByTimeAsync(5_000);
    await askChain(chainId, work);
    expect(await Promise.all([askChain(chainId, work), askChain(chainId, work)])).toEqual(["answer", "answer"]);
  });
});
