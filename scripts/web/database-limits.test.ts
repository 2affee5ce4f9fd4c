import { expect, test } from "vitest";
import { parseEnv } from "#lib/env/env.ts";
import { pagesEnv } from "#scripts/web/database-limits.ts";

test("the web process has 20 connections and the pages 8, or the operator's numbers", () => {
  const env: NodeJS.ProcessEnv = { NODE_ENV: "test", DATABASE_URL: "postgresql://x/x", PUBLIC_URL: "http://x" };
  expect(parseEnv(env).DATABASE_POOL_SIZE).toBe(20);
  expect(pagesEnv(env)).toEqual({ ...env, DATABASE_POOL_SIZE: "8" });
  const own = { ...env, DATABASE_POOL_SIZE: "30", DATABASE_PAGES_POOL_SIZE: "3" };
  expect(pagesEnv(own)).toEqual({ ...own, DATABASE_POOL_SIZE: "3" });
});
