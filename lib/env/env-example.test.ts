import { readFileSync } from "node:fs";
import { parseEnv as parseDotenv } from "node:util";
import { expect, test } from "vitest";
import { parseEnv } from "#lib/env/env.ts";

test("the example configuration is complete and valid", () => {
  const example = parseDotenv(readFileSync(".env.example", "utf8"));
  const env = parseEnv(example);
  expect(new Set(env.rpcUrls.keys())).toEqual(new Set([8453, 56]));
  expect(env.STATIC_RATES).toEqual({ GBP: "1.27", JPY: "0.0067" });
  expect(env.confirmations.get(8453)).toBe(10);
});
