import { expect, test } from "vitest";
import { outflowLimits } from "#lib/chain/relay/limits/limits.ts";

test("a limit of a token that doesn't exist is an error, so that a misspelled one isn't none", () => {
  Object.assign(process.env, {
    DATABASE_URL: "postgres://none@127.0.0.1:1/none",
    PUBLIC_URL: "http://till.test",
    OUTFLOW_LIMITS: "8453:USDC=10,8453:USCD=10",
  });
  expect(() => outflowLimits()).toThrow("USCD isn't a token of chain 8453; it has USDC, EURC and native");
});
