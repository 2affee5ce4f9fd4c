import pg from "pg";
import { withConnection } from "#scripts/postgres/connection.ts";

/** Replaces the database in `serverUrl`; user, password and parameters stay. */
function withDatabase(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${encodeURIComponent(database)}`;
  return url.href;
}

/**
 * Creates `database` on the server of `serverUrl`, which can name any of its databases, and returns the new URL.
 *
 * @param template the database to copy; it must have no connections during the copy.
 * @param language the language whose rules sort its text, such as `en-US`, instead of the template's.
 * @throws pg.DatabaseError 42P04 when it exists, 42501 when the user isn't allowed to create databases.
 */
export async function createDatabase(
  serverUrl: string,
  database: string,
  template = "template0",
  language?: string,
): Promise<string> {
  const locale = language === undefined ? "" : ` LOCALE_PROVIDER icu ICU_LOCALE ${pg.escapeLiteral(language)}`;
  // Postgres otherwise copies page by page through the write-ahead log, which takes more than twice the CPU time.
  const strategy = template === "template0" ? "" : " STRATEGY FILE_COPY";
  await runOn(serverUrl, `CREATE DATABASE ${quote(database)} TEMPLATE ${quote(template)}${strategy}${locale}`);
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

/** Drops `database` if it exists, terminating its connections. */
export async function dropDatabase(serverUrl: string, database: string): Promise<void> {
  await runOn(serverUrl, `DROP DATABASE IF EXISTS ${quote(database)} WITH (FORCE)`);
}

async function runOn(serverUrl: string, statement: string): Promise<void> {
  await withConnection(serverUrl, (client) => client.query(statement));
}

function quote(identifier: string): string {
  return pg.escapeIdentifier(identifier);
}
