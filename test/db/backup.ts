import pg from "pg";
import { closeDatabase } from "#lib/db/close.ts";
import { withConnection } from "#scripts/postgres/connection.ts";
import { createDatabase, dropDatabase } from "#scripts/postgres/databases.ts";

export type Backup = {
  /** Replaces the database by the backup, as an operator does after a loss. */
  restore(): Promise<void>;
  drop(): Promise<void>;
};

/** Copies a test database, whose other processes must be stopped. This process connects again by itself. */
export async function takeBackup(databaseUrl: string): Promise<Backup> {
  const name = new URL(databaseUrl).pathname.slice(1);
  const server = Object.assign(new URL(databaseUrl), { pathname: "/postgres" }).href;
  const copy = `${name}_backup_${Date.now()}`;
  await closeDatabase();
  const quoted = pg.escapeIdentifier(name);
  await withConnection(server, async (client) => {
    // Background work of this process would connect again at once, and a database in use can't be copied.
    await client.query(`ALTER DATABASE ${quoted} ALLOW_CONNECTIONS false`);
    await client.query("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1", [name]);
    await createDatabase(server, copy, name);
    await client.query(`ALTER DATABASE ${quoted} ALLOW_CONNECTIONS true`);
  });
  return {
    async restore() {
      await closeDatabase();
      await dropDatabase(server, name);
      await createDatabase(server, name, copy);
    },
    drop: () => dropDatabase(server, copy),
  };
}
