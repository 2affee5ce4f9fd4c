import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { deployMigrations } from "#scripts/migrate/deploy-migrations.ts";
import { MIGRATIONS_DIR, readMigrations } from "#scripts/migrate/prisma-files.ts";

/** Applies the migrations before a given one, so that a test can write rows of that time. */
export async function deployBefore(databaseUrl: string, migration: string): Promise<void> {
  const directory = await mkdtemp(path.join(tmpdir(), "till-migrations-"));
  const { migrationDirectories } = await readMigrations(MIGRATIONS_DIR);
  for (const { path: name } of migrationDirectories.filter((each) => each.path < migration)) {
    await cp(path.join(MIGRATIONS_DIR, name), path.join(directory, name), { recursive: true });
  }
  await deployMigrations(databaseUrl, directory);
  await rm(directory, { recursive: true });
}
