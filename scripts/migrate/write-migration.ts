import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { applyMigrations } from "#scripts/migrate/deploy-migrations.ts";
import { diffSchema } from "#scripts/migrate/diff-schema.ts";
import { LOCK_FILE, MIGRATIONS_DIR, readMigrations } from "#scripts/migrate/prisma-files.ts";
import { withConnection } from "#scripts/postgres/connection.ts";
import { createDatabase, dropDatabase } from "#scripts/postgres/databases.ts";
import { startPostgres } from "#scripts/postgres/embedded.ts";

const LOCK = '# Written by `npm run migrate -- diff`, read by Prisma.\nprovider = "postgresql"\n';

/**
 * Writes a migration from the existing migrations to the schema, for review and manual additions.
 *
 * The existing migrations are applied to a scratch database on the server of `serverUrl`, whose user must be allowed to
 * create databases, or on a temporary embedded server.
 *
 * @param name a short description such as "refund-reason"; becomes part of the directory's name.
 * @returns the path of the new file, or null when the migrations already match the schema.
 */
export async function writeMigration(name: string, serverUrl: string | undefined): Promise<string | null> {
  const script = serverUrl === undefined ? await diffOnEmbedded() : await diffOnServer(serverUrl);
  if (script === "") {
    return null;
  }
  const directory = path.join(MIGRATIONS_DIR, `${await nextTimestamp()}_${toSlug(name)}`);
  const file = path.join(directory, "migration.sql");
  await mkdir(directory, { recursive: true });
  await writeFile(file, script);
  await writeFile(path.join(MIGRATIONS_DIR, LOCK_FILE), LOCK);
  return file;
}

async function diffOnServer(serverUrl: string): Promise<string> {
  const scratch = `till_scratch_${randomUUID()}`;
  const url = await createDatabase(serverUrl, scratch);
  try {
    await withConnection(url, (client) => applyMigrations(client));
    return await diffSchema(url);
  } finally {
    await dropDatabase(serverUrl, scratch);
  }
}

async function diffOnEmbedded(): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "till-scratch-"));
  try {
    const server = await startPostgres({ dataDir, durability: "off" });
    try {
      return await diffOnServer(server.url("postgres"));
    } finally {
      await server.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Now, or one more than the last migration's: migrations run in the order of their names. */
async function nextTimestamp(): Promise<number> {
  const { migrationDirectories } = await readMigrations(MIGRATIONS_DIR);
  const last = Number.parseInt(migrationDirectories.at(-1)?.path ?? "0", 10);
  return Math.max(Number(timestamp(new Date())), last + 1);
}

/** UTC in Prisma's format: 20260131120000. */
function timestamp(date: Date): string {
  return date.toISOString().replace(/\D/g, "").slice(0, 14);
}

function toSlug(name: string): string {
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_|_$/g, "");
  if (slug === "") {
    throw new Error(`"${name}" can't be a migration's name. Use letters and digits.`);
  }
  return slug;
}
