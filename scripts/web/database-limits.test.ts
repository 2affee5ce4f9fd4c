import { expect, test } from "vitest";
import { limitStatements, pagesEnv } from "#scripts/web/database-limits.ts";

test("statements of the web processes end after 15 seconds, or after the operator's limit", () => {
  const env: NodeJS.ProcessEnv = { NODE_ENV: "test", DATABASE_POOL_SIZE: "20" };
  limitStatements(env);
  expect(pagesEnv(env, 8)).toEqual({ NODE_ENV: "test", DATABASE_STATEMENT_TIMEOUT: "15", DATABASE_POOL_SIZE: "8" });
  const other: NodeJS.ProcessEnv = { NODE_ENV: "test", DATABASE_STATEMENT_TIMEOUT: "60" };
  limitStatements(other);
  expect(other.DATABASE_STATEMENT_TIMEOUT).toBe("60");
});
