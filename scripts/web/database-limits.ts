import { isPagesVariable, parseEnv } from "#lib/env/env.ts";

/** Variables that the loader, Node, Next, OpenTelemetry and the clients of Postgres and HTTP read by themselves. */
const platform =
  /^(?:PATH|HOME|TMPDIR|TZ|LANG|LC_\w+|(?:LD|MALLOC|NODE|NEXT|OTEL|UV|SSL_CERT)_\w+|PG[A-Z]+|(?:https?|no|all)_proxy)$/i;

/**
 * Returns the environment of the pages' process, which renders what strangers send: only the variables that
 * pages need, so that it has no key that signs, and a connection pool of its own size
 * (`DATABASE_PAGES_POOL_SIZE`).
 */
export function pagesEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const needed = Object.entries(env).filter(([name]) => isPagesVariable(name) || platform.test(name));
  return {
    ...Object.fromEntries(needed),
    NODE_ENV: env.NODE_ENV,
    DATABASE_POOL_SIZE: String(parseEnv(env).DATABASE_PAGES_POOL_SIZE),
  };
}
