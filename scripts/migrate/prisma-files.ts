import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { MigrationList, SchemasContainer } from "@prisma/schema-engine-wasm/schema_engine_bg";

const PRISMA_DIR = fileURLToPath(new URL("../../prisma", import.meta.url));

/** The project's migrations, one directory each. */
export const MIGRATIONS_DIR = path.join(PRISMA_DIR, "migrations");

/** The file that names the migrations' database provider; Prisma's commands require it. */
export const LOCK_FILE = "migration_lock.toml";

const SCHEMA_DIR = path.join(PRISMA_DIR, "schema");

/** Reads all `.prisma` files of the schema, in the engine's format. */
export async function readSchema(): Promise<SchemasContainer> {
  const names = (await readdir(SCHEMA_DIR)).filter((name) => name.endsWith(".prisma")).sort();
  const files = names.map(async (name) => {
    const file = path.join(SCHEMA_DIR, name);
    return { path: file, content: await readFile(file, "utf8") };
  });
  return { files: await Promise.all(files) };
}

/** Reads the migrations in `directory`, sorted by name and so by time; none when the directory doesn't exist. */
export async function readMigrations(directory: string): Promise<MigrationList> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return {
    baseDir: directory,
    lockfile: { path: LOCK_FILE, content: await readFile(path.join(directory, LOCK_FILE), "utf8").catch(() => null) },
    shadowDbInitScript: "",
    migrationDirectories: await Promise.all(names.sort().map((name) => readMigration(directory, name))),
  };
}

async function readMigration(directory: string, name: string): Promise<MigrationList["migrationDirectories"][number]> {
  const value = await readFile(path.join(directory, name, "migration.sql"), "utf8");
  return { path: name, migrationFile: { path: "migration.sql", content: { tag: "ok", value } } };
}
