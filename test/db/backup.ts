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
  // A statement that started before may have opened a connection again.
  await withConnection(server, (client) =>
    client.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", [name]),
  );
  await createDatabase(server, copy, name);
  return {
    async restore() {
      await closeDatabase();
      await dropDatabase(server, name);
      await createDatabase(server, name, copy);
    },
    drop: () => dropDatabase(server, copy),
  };
}
