import pg from "pg";
import { withConnection } from "#scripts/postgres/connection.ts";

/** `serverUrl` with its database replaced by `database`; user, password and parameters stay. */
function withDatabase(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${encodeURIComponent(database)}`;
  return url.href;
}

/**
 * Creates `database` on the server of `serverUrl` (any database of it) and returns its URL. With `template` it is a copy
 * of that one, to which nobody may be connected meanwhile.
 *
 * @throws pg.DatabaseError 42P04 when it exists, 42501 when the user may not create databases.
 */
export async function createDatabase(serverUrl: string, database: string, template = "template0"): Promise<string> {
  await runOn(serverUrl, `CREATE DATABASE ${quote(database)} TEMPLATE ${quote(template)}`);
  return withDatabase(serverUrl, database);
}

/** Creates `database` unless it exists, and returns its URL. */
export async function ensureDatabase(serverUrl: string, database: string): Promise<string> {
  try {
    return await createDatabase(serverUrl, database);
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === "42P04") {
      return withDatabase(serverUrl, database);
    }
    throw error;
  }
}

/** Drops `database` if it exists, and disconnects whoever uses it. */
export async function dropDatabase(serverUrl: string, database: string): Promise<void> {
  await runOn(serverUrl, `DROP DATABASE IF EXISTS ${quote(database)} WITH (FORCE)`);
}

async function runOn(serverUrl: string, statement: string): Promise<void> {
  await withConnection(serverUrl, (client) => client.query(statement));
}

function quote(identifier: string): string {
  return pg.escapeIdentifier(identifier);
}
