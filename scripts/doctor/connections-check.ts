import { database } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import { env } from "#lib/env/env.ts";
import { type Check, ok, warning } from "#scripts/doctor/finding.ts";

const processesOfEachKind = 2;

const limits = statement<{ all: number; reserved: number }>({
  name: "doctor-connections",
  text: `SELECT current_setting('max_connections')::int AS "all",
    current_setting('superuser_reserved_connections')::int + coalesce(current_setting('reserved_connections', true)::int, 0) AS reserved`,
});

type Pools = { webPool: number; pagesPool: number; workerPool: number };

/** The pools that connect to Postgres itself. Behind a pooler, web processes only listen there. */
function ownPools(): Pools {
  const { DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_POOL_SIZE, DATABASE_PAGES_POOL_SIZE } = env();
  const hasPooler = DATABASE_DIRECT_URL !== undefined && DATABASE_DIRECT_URL !== DATABASE_URL;
  return {
    webPool: hasPooler ? 0 : DATABASE_POOL_SIZE,
    pagesPool: hasPooler ? 0 : DATABASE_PAGES_POOL_SIZE,
    workerPool: DATABASE_POOL_SIZE,
  };
}

/**
 * Compares the connections that Postgres allows with those that two web processes and two workers take at
 * most: their pools, and one each that listens.
 */
export function connectionsCheck(pools: () => Pools = ownPools): Check {
  return {
    name: "connections",
    async run() {
      const { webPool, pagesPool, workerPool } = pools();
      const taken = processesOfEachKind * (webPool + pagesPool + 1 + workerPool + 1);
      const [{ all, reserved } = { all: 0, reserved: 0 }] = await database.rows(limits, []);
      const processes = `two web processes and two workers take up to ${taken}`;
      if (all - reserved >= taken) return [ok(`Postgres allows ${all - reserved}; ${processes}`)];
      return [
        warning(
          `Postgres allows ${all - reserved}; ${processes}`,
          "Raise max_connections and restart Postgres, or lower DATABASE_POOL_SIZE and DATABASE_PAGES_POOL_SIZE.",
        ),
      ];
    },
  };
}
