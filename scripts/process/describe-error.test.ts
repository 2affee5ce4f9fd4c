import { expect, test } from "vitest";
import { describeError } from "#scripts/process/describe-error.ts";

test.for(["42P01", "42703"])("a database without this release's schema, error %s, needs its migrations", (code) => {
  const error = Object.assign(new Error('relation "partner" does not exist'), { code });
  const wrapped = {
    name: "PrismaClientKnownRequestError",
    meta: { driverAdapterError: { cause: { originalCode: code } } },
  };
  expect(describeError(error)).toContain('relation "partner" does not exist. Run npm run migrate -- deploy.');
  expect(describeError(Object.assign(new Error("no table"), wrapped))).toContain("Run npm run migrate -- deploy.");
});
