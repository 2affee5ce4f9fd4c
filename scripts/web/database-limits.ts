import { parseEnv } from "#lib/env/env.ts";

/** The environment of the pages' process: that of the web process with a connection pool of its own size (`DATABASE_PAGES_POOL_SIZE`). */
export function pagesEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...env, DATABASE_POOL_SIZE: String(parseEnv(env).DATABASE_PAGES_POOL_SIZE) };
}
