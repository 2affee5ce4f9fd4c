import { expect, test } from "vitest";
import { MIGRATIONS_DIR, readMigrations } from "#scripts/migrate/prisma-files.ts";

const guard = /^CREATE (?:OR REPLACE )?(?:CONSTRAINT )?(?:FUNCTION|TRIGGER) .*/m;

test("a comment before each function and trigger of a migration says what it protects", async () => {
  const { migrationDirectories } = await readMigrations(MIGRATIONS_DIR);
  const paragraphs = migrationDirectories.flatMap(({ migrationFile: { content } }) =>
    content.tag === "ok" ? content.value.split(/\n{2,}/) : [],
  );
  expect(paragraphs.filter((each) => guard.test(each) && !each.startsWith("-- "))).toEqual([]);
});
