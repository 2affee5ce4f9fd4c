import { expect, test } from "vitest";
import { parseEnv } from "#lib/env/env.ts";
import { limitStatements, pagesEnv } from "#scripts/web/database-limits.ts";

test.each([
  [undefined, "15"],
  ["", "15"],
  ["60", "60"],
  ["0", "0"],
])("with DATABASE_STATEMENT_TIMEOUT %o, statements of the web processes end after %s seconds", (limit, effective) => {
  const env: NodeJS.ProcessEnv = { NODE_ENV: "test" };
  if (limit !== undefined) env.DATABASE_STATEMENT_TIMEOUT = limit;
  limitStatements(env);
  expect(env.DATABASE_STATEMENT_TIMEOUT).toBe(effective);
});

test("the web process has 20 connections and the pages 8, or the operator's numbers", () => {
  const env: NodeJS.ProcessEnv = { NODE_ENV: "test", DATABASE_URL: "postgresql://x/x", PUBLIC_URL: "http://x" };
  expect(parseEnv(env).DATABASE_POOL_SIZE).toBe(20);
  expect(pagesEnv(env)).toEqual({ ...env, DATABASE_POOL_SIZE: "8" });
  const own = { ...env, DATABASE_POOL_SIZE: "30", DATABASE_PAGES_POOL_SIZE: "3" };
  expect(pagesEnv(own)).toEqual({ ...own, DATABASE_POOL_SIZE: "3" });
});
