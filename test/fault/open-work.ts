import type pg from "pg";

const openPayouts = `SELECT o.state AS payout, coalesce(r.state::text, 'no transaction') AS relay, o.attempt, r.chain_id AS chain,
    count(*)::int AS n, min(o.updated_at) AS oldest, max(o.updated_at) AS newest, min(r.simulation_failure) AS failure,
    min(r.try_after) AS "tryAfter", min(o.retry_at) AS "retryAt"
  FROM payout o LEFT JOIN relay_transaction r ON r.payment_id = o.payment_id AND r.payout_attempt = o.attempt
  WHERE o.state <> 'final' AND o.destination IS NOT NULL GROUP BY 1, 2, 3, 4 ORDER BY n DESC`;
const openTransactions = `SELECT chain_id AS chain, kind, state, count(*)::int AS n, min(updated_at) AS oldest,
    min(simulation_failure) AS failure FROM relay_transaction
  WHERE state NOT IN ('final', 'cancelled') GROUP BY 1, 2, 3 ORDER BY n DESC`;

/** Describes what is unfinished, a line for each kind: shows whether work is late or stuck, and where. */
export async function describeOpenWork(database: pg.Client): Promise<string[]> {
  const [payouts, transactions] = [await database.query(openPayouts), await database.query(openTransactions)];
  const now = new Date().toISOString();
  return [
    ...payouts.rows.map((row) => `at ${now}, payouts: ${JSON.stringify(row)}`),
    ...transactions.rows.map((row) => `at ${now}, relay transactions: ${JSON.stringify(row)}`),
  ];
}
