import pg from "pg";

/** Runs `work` with a connection of its own to `databaseUrl`, and closes it, which also gives up its locks. */
export async function withConnection<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl });
  // A server that goes away also fails the query under way, which is how `work` learns of it.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
