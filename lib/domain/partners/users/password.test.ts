import { verify } from "@node-rs/argon2";
import { expect, test, vi } from "vitest";
import { hashPassword, isPassword } from "#lib/domain/partners/users/password.ts";

// Counted, and otherwise the real one.
const hashing = vi.hoisted(() => ({ running: 0, most: 0 }));
vi.mock(import("@node-rs/argon2"), async (importOriginal) => {
  const actual = await importOriginal();
  const counted = async (...args: Parameters<typeof actual.verify>) => {
    hashing.running += 1;
    hashing.most = Math.max(hashing.most, hashing.running);
    return actual.verify(...args).finally(() => {
      hashing.running -= 1;
    });
  };
  return { ...actual, verify: vi.fn(counted) };
});

test("a flood of sign-ins takes two threads, and beyond a hundred that wait all users are refused alike", async () => {
  const known = await hashPassword("the right password");
  await isPassword("warms up", null);
  vi.mocked(verify).mockClear();
  const attempts = Array.from({ length: 300 }, (_, index) => isPassword("wrong", index % 2 === 0 ? known : null));
  const results = await Promise.allSettled(attempts);
  const refused = results.flatMap((result, index) =>
    result.status === "rejected" ? [{ index, error: result.reason }] : [],
  );
  expect(hashing.most).toBe(2);
  expect(verify).toHaveBeenCalledTimes(300 - refused.length);
  expect(300 - refused.length).toBe(102);
  expect(refused[0]?.error).toMatchObject({ code: "internal_error", retryAfterSeconds: 2 });
  expect(new Set(refused.map(({ index }) => index % 2))).toEqual(new Set([0, 1]));
  expect(await isPassword("the right password", known)).toBe(true);
});
