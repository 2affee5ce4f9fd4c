import { database } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";

/**
 * Rows that a statement counts at most: beyond it a figure only says "many". Every statement reads a partial index. Test payments
 * aren't counted: they stay in a status for as long as their integrator wants.
 */
const max = 10_000;

const statements = {
  open: statement<MetricsRow>({
    name: "metrics-payments-open",
    text: `SELECT count(*)::int AS count FROM (SELECT FROM payment WHERE status = 'requires_action'
        AND NOT is_test_account(partner_id) LIMIT ${max}) p`,
  }),
  attempts: statement<MetricsRow>({
    name: "metrics-attempts",
    text: `SELECT CASE WHEN age < 60 THEN '1m' WHEN age < 300 THEN '5m' WHEN age < 1200 THEN '20m' ELSE 'more' END AS age,
        count(*)::int AS count, max(age)::float8 AS oldest
      FROM (SELECT extract(epoch FROM now() - created_at) AS age FROM payment_attempt
        WHERE state NOT IN ('final', 'rejected')
          AND NOT EXISTS (SELECT FROM payment p WHERE p.id = payment_id AND is_test_account(p.partner_id)) LIMIT ${max}) a GROUP BY 1`,
  }),
  relay: statement<MetricsRow>({
    name: "metrics-relay",
    text: `WITH open AS (SELECT chain_id, wallet, state, nonce, created_at FROM relay_transaction
        WHERE is_open LIMIT ${max}),
      sent AS (SELECT chain_id, wallet, max(nonce) AS nonce FROM open WHERE state IN ('broadcast', 'mined') GROUP BY 1, 2)
      SELECT o.chain_id::text AS chain, o.wallet, o.state::text AS state, count(*)::int AS count,
        extract(epoch FROM now() - min(o.created_at))::float8 AS oldest,
        count(*) FILTER (WHERE o.state IN ('reserved', 'signed') AND o.nonce < s.nonce)::int AS gaps
      FROM open o LEFT JOIN sent s ON s.chain_id = o.chain_id AND s.wallet = o.wallet GROUP BY 1, 2, 3`,
  }),
  wallets: statement<MetricsRow>({
    name: "metrics-wallets",
    text: `SELECT chain_id::text AS chain, address AS wallet, (paused_at IS NOT NULL)::int AS paused,
        (quarantined_at IS NOT NULL)::int AS quarantined FROM relayer_wallet WHERE is_active LIMIT 1000`,
  }),
  payouts: statement<MetricsRow>({
    name: "metrics-payouts",
    text: `SELECT state::text AS state, count(*)::int AS count, extract(epoch FROM now() - min(updated_at))::float8 AS oldest
      FROM ((SELECT state, updated_at FROM payout WHERE state = 'held' LIMIT ${max})
        UNION ALL (SELECT state, updated_at FROM payout WHERE state IN ('pending', 'submitted', 'failed') LIMIT ${max})) o
      GROUP BY 1`,
  }),
  jobs: statement<MetricsRow>({
    name: "metrics-jobs",
    text: `SELECT task_identifier AS task, CASE WHEN attempts >= max_attempts THEN 'failed' WHEN run_at > now() THEN 'later' ELSE 'due' END AS state,
        count(*)::int AS count, greatest(extract(epoch FROM now() - min(run_at)), 0)::float8 AS oldest
      FROM (SELECT * FROM graphile_worker.jobs LIMIT ${max}) j GROUP BY 1, 2`,
  }),
  alarms: statement<MetricsRow>({
    name: "metrics-alarms",
    text: `SELECT kind, level, count(*)::int AS count FROM (SELECT kind, level FROM alarm WHERE resolved_at IS NULL LIMIT ${max}) a
      GROUP BY 1, 2`,
  }),
} as const;

export type MetricsRow = Readonly<Record<string, string | number>>;
export type MetricsQuery = keyof typeof statements;

/** Reads figures for metrics by one bounded statement; see its columns above. */
export function readFigures(query: MetricsQuery): Promise<MetricsRow[]> {
  return database.rows(statements[query], []);
}
