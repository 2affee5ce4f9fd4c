import { describe, expect, test } from "vitest";
import { MIGRATIONS_DIR, readMigrations } from "#scripts/migrate/prisma-files.ts";
import { findUnsafeStatements } from "#scripts/migrate/unsafe-statements.ts";

// The baseline creates every table, so nothing in it can block one: it needs no exception.
test("migrations don't block large tables, and the previous version runs on them", async () => {
  const { migrationDirectories } = await readMigrations(MIGRATIONS_DIR);
  const found = migrationDirectories.flatMap(({ path, migrationFile: { content } }) =>
    content.tag === "ok" ? findUnsafeStatements(content.value).map((line) => `${path}: ${line}`) : [],
  );
  expect(found).toEqual([]);
});

describe("unsafe statements", () => {
  test.each([
    `CREATE INDEX "i" ON "payment"("id");`,
    `CREATE UNIQUE INDEX i ON public.payment (id);`,
    `ALTER TABLE payment ADD CONSTRAINT c CHECK (amount > 0);`,
    `ALTER TABLE "payment" ADD CONSTRAINT "c" FOREIGN KEY ("a") REFERENCES "b"("id") ON DELETE RESTRICT;`,
    `ALTER TABLE payment ADD CONSTRAINT c UNIQUE (id);`,
    `ALTER TABLE payment ALTER COLUMN amount TYPE bigint;`,
    `ALTER TABLE payment ALTER COLUMN "amount" SET NOT NULL;`,
    `ALTER TABLE payment ADD COLUMN a text NOT NULL;`,
    `ALTER TABLE payment ADD COLUMN a uuid DEFAULT gen_random_uuid();`,
    `ALTER TABLE payment ADD COLUMN a bigserial;`,
    `ALTER TABLE payment DROP COLUMN a;`,
    `ALTER TABLE payment RENAME COLUMN a TO b;`,
    `DROP TABLE payment;`,
    `UPDATE payment SET a = 1;`,
    `LOCK TABLE payment IN EXCLUSIVE MODE;`,
    `CREATE INDEX CONCURRENTLY i ON payment (id); SELECT 1;`,
    `CREATE TABLE other (id text);\nCREATE INDEX i ON payment (id);`,
    `SET LOCAL lock_timeout = '5s';\nALTER TABLE payment ADD COLUMN a text;`,
    `SET lock_timeout TO 0;`,
    `-- It isn't built yet.\nCREATE INDEX i ON payment (id); -- That's all; nothing else.`,
    `CREATE FUNCTION f() RETURNS text LANGUAGE sql AS $$ SELECT '--' $$; DROP TABLE payment;`,
  ])("%s", (sql) => {
    expect(findUnsafeStatements(sql)).toHaveLength(1);
  });
});

describe("safe statements", () => {
  test.each([
    `-- CreateIndex\nCREATE INDEX CONCURRENTLY "i" ON "payment"("id");`,
    `CREATE TABLE "t" ("id" TEXT NOT NULL); CREATE INDEX "i" ON "t"("id"); ALTER TABLE t ADD CONSTRAINT c CHECK (id <> '');`,
    `ALTER TABLE payment ADD CONSTRAINT c CHECK (amount > 0) NOT VALID;`,
    `ALTER TABLE payment VALIDATE CONSTRAINT c;`,
    `ALTER TABLE payment ADD CONSTRAINT c UNIQUE USING INDEX i;`,
    `ALTER TABLE payment ADD COLUMN a text;`,
    `ALTER TABLE payment ADD COLUMN a int NOT NULL DEFAULT 0;`,
    `ALTER TABLE payment ALTER COLUMN a DROP NOT NULL; ALTER TABLE payment DROP CONSTRAINT c;`,
    `-- contract: unused since 0.2.0\nALTER TABLE payment DROP COLUMN a;`,
    `CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE payment SET a = 1; RETURN new; END $$;`,
    `CREATE FUNCTION f() RETURNS void LANGUAGE sql SET lock_timeout = '500ms' AS $$ SELECT 1 $$;`,
    `ALTER TYPE kind ADD VALUE 'other'; COMMENT ON TABLE payment IS 'DROP TABLE payment; it''s text';`,
  ])("%s", (sql) => {
    expect(findUnsafeStatements(sql)).toEqual([]);
  });
});
