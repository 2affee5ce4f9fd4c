import { parseEnv } from "#lib/env/env.ts";

const defaultStatementSeconds = 15;

/**
 * Sets the limit of the web process's statements, which the pages' process inherits, unless the operator has. Workers and commands,
 * whose statements may take long, have none.
 */
export function limitStatements(env: NodeJS.ProcessEnv): void {
  env.DATABASE_STATEMENT_TIMEOUT ||= String(defaultStatementSeconds);
}

/** The environment of the pages' process: that of the web process with a connection pool of its own size (`DATABASE_PAGES_POOL_SIZE`). */
export function pagesEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...env, DATABASE_POOL_SIZE: String(parseEnv(env).DATABASE_PAGES_POOL_SIZE) };
}
