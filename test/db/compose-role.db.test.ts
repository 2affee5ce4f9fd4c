import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deployMigrations } from "#scripts/migrate/deploy-migrations.ts";
import { withConnection } from "#scripts/postgres/connection.ts";
import { type EmbeddedPostgres, startPostgres } from "#scripts/postgres/embedded.ts";

const password = "0123456789abcdef";
let folder: string;
let server: EmbeddedPostgres;
let till: string;
/** The error of the superuser, which connects over the network after the script. */
let refused: unknown;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "till-role-"));
  server = await startPostgres({ dataDir: path.join(folder, "data"), durability: "off" });
  const script = await readFile("deploy/postgres/create-role.sh", "utf8");
  const [, sql = ""] = /<<'SQL'\n(.*)^SQL$/ms.exec(script) ?? [];
  const statements = sql.replaceAll(":'password'", pg.escapeLiteral(password)).split(";\n");
  await withConnection(server.url("postgres"), async (client) => {
    for (const each of statements) await client.query(each);
  });
  till = `postgresql://till:${password}@127.0.0.1:${server.port}/till`;
  refused = await withConnection(server.url("postgres"), (client) => client.query("SELECT 1")).catch((error) => error);
}, 120_000);
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

test("the role that compose creates deploys every migration, and has no right beyond its database", async () => {
  expect((await deployMigrations(till)).length).toBeGreaterThan(0);
  await withConnection(till, async (client) => {
    const { rows } = await client.query(
      "SELECT rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls FROM pg_roles WHERE rolname = current_user",
    );
    expect(Object.values(rows[0] ?? {})).toEqual([false, false, false, false, false]);
    // Guards are triggers, which this setting turns off.
    await expect(client.query("SET session_replication_role = replica")).rejects.toMatchObject({ code: "42501" });
    await expect(client.query("COPY (SELECT 1) TO PROGRAM 'true'")).rejects.toMatchObject({ code: "42501" });
    await expect(client.query("SELECT rolpassword FROM pg_authid")).rejects.toMatchObject({ code: "42501" });
  });
}, 120_000);

test("the superuser can't be used over the network", () => {
  expect(refused).toMatchObject({ code: "28P01" });
});
