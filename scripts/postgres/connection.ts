import pg from "pg";
import { markDatabaseDown } from "#lib/db/database-down.ts";

/** Runs `work` with a new connection to `databaseUrl` and closes it afterwards, which also releases its locks. */
export async function withConnection<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl });
  // A lost connection also rejects the current query, so `work` gets the error there.
  client.on("error", () => undefined);
  await client.connect().catch((error: unknown) => Promise.reject(markDatabaseDown(error)));
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
