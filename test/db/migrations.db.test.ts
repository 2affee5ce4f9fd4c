import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { deployMigrations } from "#scripts/migrate/deploy-migrations.ts";
import { diffSchema } from "#scripts/migrate/diff-schema.ts";
import { migrationStatus } from "#scripts/migrate/migration-status.ts";
import { MIGRATIONS_DIR, readMigrations } from "#scripts/migrate/prisma-files.ts";
import { resolveMigration } from "#scripts/migrate/resolve-migration.ts";
import { withConnection } from "#scripts/postgres/connection.ts";
import { createEmptyDatabase, type TestDatabase } from "#test/db/database.ts";
import { until } from "#test/until.ts";

const UP_TO_DATE = { pending: [], failed: [], edited: [], unknown: [] };

let database: TestDatabase;

beforeEach(async () => {
  database = await createEmptyDatabase();
});

afterEach(() => database.drop());

async function query(sql: string): Promise<unknown[]> {
  return withConnection(database.url, async (client) => (await client.query<object>(sql)).rows);
}

describe("the project's migrations", () => {
  const names = async () => (await readMigrations(MIGRATIONS_DIR)).migrationDirectories.map((each) => each.path);

  test("apply to an empty database and produce exactly the schema", async () => {
    expect(await deployMigrations(database.url)).toEqual(await names());
    expect(await diffSchema(database.url)).toBe("");
    expect(await migrationStatus(database.url)).toEqual(UP_TO_DATE);
  });

  test("create the tables of the job queue", async () => {
    await deployMigrations(database.url);
    const tables = "SELECT 1 FROM information_schema.tables WHERE table_schema = 'graphile_worker'";
    expect(await query(tables)).not.toEqual([]);
  });

  test("deployed twice, apply once", async () => {
    await deployMigrations(database.url);
    expect(await deployMigrations(database.url)).toEqual([]);
  });

  test("deployed twice at once, apply once", async () => {
    const applied = await Promise.all([deployMigrations(database.url), deployMigrations(database.url)]);
    expect(applied.flat()).toEqual(await names());
  });

  test("say which connection they wait for, and how to end it", async () => {
    await withConnection(database.url, async (holder) => {
      await holder.query("SELECT pg_advisory_lock(72707369)");
      const { rows } = await holder.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
      const said = Promise.withResolvers<string>();
      const deployed = deployMigrations(database.url, MIGRATIONS_DIR, said.resolve);
      expect(await said.promise).toContain(`SELECT pg_terminate_backend(${rows[0]?.pid});`);
      await holder.query("SELECT pg_advisory_unlock(72707369)");
      expect(await deployed).toEqual(await names());
    });
  });
});

describe("the comparison with the schema", () => {
  test("ignores what a Prisma schema can't express", async () => {
    await deployMigrations(database.url);
    await query(`
      ALTER TABLE payment ADD CONSTRAINT probe_check CHECK (id <> '');
      CREATE UNIQUE INDEX probe_partial ON payment (id) WHERE id LIKE 'p%';
      CREATE INDEX probe_expression ON payment (lower(id));
      CREATE FUNCTION probe() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN new; END $$;
      CREATE TRIGGER probe BEFORE UPDATE ON payment FOR EACH ROW EXECUTE FUNCTION probe();`);
    expect(await diffSchema(database.url)).toBe("");
  });

  test.for([
    ["a column", "ALTER TABLE payment ADD COLUMN probe integer", 'DROP COLUMN "probe"'],
    ["an index", "CREATE INDEX probe ON payment (id, id)", 'DROP INDEX "probe"'],
    ["a table", "CREATE TABLE probe (id integer PRIMARY KEY)", 'DROP TABLE "probe"'],
  ] as const)("notices %s that the schema does not have", async ([, change, repair]) => {
    await deployMigrations(database.url);
    await query(change);
    expect(await diffSchema(database.url)).toContain(repair);
  });
});

describe("a directory of migrations", () => {
  let directory: string;

  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), "till-migrations-"));
  });

  afterEach(() => rm(directory, { recursive: true }));

  async function write(name: string, sql: string): Promise<void> {
    await mkdir(path.join(directory, name), { recursive: true });
    await writeFile(path.join(directory, name, "migration.sql"), sql);
  }

  test("is compared by name and text with the database's migrations", async () => {
    await write("1_one", "CREATE TABLE one (id integer);");
    expect(await migrationStatus(database.url, directory)).toEqual({ ...UP_TO_DATE, pending: ["1_one"] });
    await deployMigrations(database.url, directory);
    await write("1_one", "CREATE TABLE one (id bigint);");
    await write("2_two", "CREATE TABLE two (id integer);");
    const status = await migrationStatus(database.url, directory);
    expect(status).toEqual({ ...UP_TO_DATE, pending: ["2_two"], edited: ["1_one"] });
    await rm(path.join(directory, "1_one"), { recursive: true });
    const renamed = await migrationStatus(database.url, directory);
    expect(renamed).toEqual({ ...UP_TO_DATE, pending: ["2_two"], unknown: ["1_one"] });
  });

  test("may contain functions with several statements", async () => {
    const body = "$$ DECLARE x int; BEGIN x := 1; RETURN x + 1; END; $$";
    await write("1_function", `CREATE FUNCTION two() RETURNS int LANGUAGE plpgsql AS ${body};`);
    await deployMigrations(database.url, directory);
    expect(await query("SELECT two()")).toEqual([{ two: 2 }]);
  });

  test("that meets a lock gives way to other statements, and is tried again", async () => {
    await write("1_one", "CREATE TABLE one (id integer);");
    await deployMigrations(database.url, directory);
    await write("2_two", "ALTER TABLE one ADD COLUMN two integer;");
    await withConnection(database.url, async (holder) => {
      await holder.query("BEGIN; SELECT FROM one");
      const blocked = Promise.withResolvers<string>();
      const deployed = deployMigrations(database.url, directory, blocked.resolve);
      expect(await blocked.promise).toContain("a transaction that uses the same table");
      expect(await query("SELECT id FROM one")).toEqual([]);
      await holder.query("COMMIT");
      expect(await deployed).toEqual(["2_two"]);
    });
    expect(await migrationStatus(database.url, directory)).toEqual(UP_TO_DATE);
  });

  test("that is the victim of a deadlock is tried again", async () => {
    await write("1_tables", "CREATE TABLE one (id integer); CREATE TABLE two (id integer);");
    await deployMigrations(database.url, directory);
    const isOneWanted = "EXISTS (SELECT FROM pg_locks WHERE relation = 'one'::regclass AND NOT granted)";
    const isTwoFree = "NOT EXISTS (SELECT FROM pg_locks WHERE relation = 'two'::regclass AND granted)";
    const waitForHolder = `DO $$ BEGIN
      WHILE NOT (${isOneWanted} OR ${isTwoFree}) LOOP PERFORM pg_sleep(0.01); END LOOP;
    END $$;`;
    await write(
      "2_both",
      `SET LOCAL deadlock_timeout = '10ms'; LOCK TABLE one; ${waitForHolder} ALTER TABLE two ADD COLUMN x integer;`,
    );
    await withConnection(database.url, async (holder) => {
      await holder.query("SET deadlock_timeout = '1h'; BEGIN; LOCK TABLE two");
      let blockedTimes = 0;
      const deployed = deployMigrations(database.url, directory, () => {
        blockedTimes += 1;
      });
      await until("the migration to lock the first table", async () => {
        const rows = await query("SELECT FROM pg_locks WHERE relation = 'one'::regclass AND granted");
        return rows.length > 0;
      });
      await holder.query("LOCK TABLE one; COMMIT");
      expect(await deployed).toEqual(["2_both"]);
      expect(blockedTimes).toBe(1);
    });
  });

  test("that fails leaves nothing behind, and stops deploys until an operator resolves it", async () => {
    await write("1_one", "CREATE TABLE one (id integer); SELECT nowhere FROM one;");
    await expect(deployMigrations(database.url, directory)).rejects.toThrow('column "nowhere" does not exist');
    expect(await query("SELECT to_regclass('one') AS one")).toEqual([{ one: null }]);
    expect(await migrationStatus(database.url, directory)).toEqual({ ...UP_TO_DATE, failed: ["1_one"] });
    await write("1_one", "CREATE TABLE one (id integer);");
    await expect(deployMigrations(database.url, directory)).rejects.toThrow("failed migrations");
    await resolveMigration(database.url, "1_one", "rolled-back", directory);
    expect(await deployMigrations(database.url, directory)).toEqual(["1_one"]);
  });

  test("whose index was left unfinished builds it when it is deployed again", async () => {
    await write("1_one", "CREATE TABLE one (id integer); INSERT INTO one VALUES (1), (1);");
    await write("2_index", 'CREATE UNIQUE INDEX CONCURRENTLY "one_Id" ON one (id);');
    await expect(deployMigrations(database.url, directory)).rejects.toThrow("2_index failed");
    await expect(resolveMigration(database.url, "2_index", "applied", directory)).rejects.toThrow("unfinished");
    await query("DELETE FROM one WHERE ctid = (SELECT max(ctid) FROM one)");
    await resolveMigration(database.url, "2_index", "rolled-back", directory);
    expect(await deployMigrations(database.url, directory)).toEqual(["2_index"]);
    expect(await query("SELECT indisvalid FROM pg_index WHERE indrelid = 'one'::regclass")).toEqual([
      { indisvalid: true },
    ]);
  });
});
