import type pg from "pg";
import { checkOutcome } from "./check.ts";
import type { Purchase } from "./shop.ts";

/** Says why each payment was rejected that should not have been, with the gas of its transaction: after a run both are gone. */
export async function explainFailures(purchases: readonly Purchase[], database: pg.Client): Promise<string[]> {
  const wrong = purchases.filter((purchase) => checkOutcome(purchase).length > 0);
  const { rows } = await database.query<{ id: string; reason: string | null; hash: `0x${string}` | null }>(
    `SELECT a.payment_id AS id, coalesce(a.rejection, r.simulation_failure) AS reason, r.mined_hash AS hash
     FROM payment_attempt a LEFT JOIN relay_transaction r ON r.attempt_id = a.id AND r.kind = 'collection'
     WHERE a.payment_id = ANY($1)`,
    [wrong.map(({ paymentId }) => paymentId)],
  );
  const chainOf = new Map(wrong.map(({ paymentId, chain }) => [paymentId, chain]));
  return Promise.all(
    rows.map(async ({ id, reason, hash }) => {
      const client = chainOf.get(id)?.client;
      if (client === undefined || hash === null) return `  ${id}: ${reason}`;
      const [{ gas, input }, { gasUsed, blockNumber, transactionIndex }] = await Promise.all([
        client.getTransaction({ hash }),
        client.getTransactionReceipt({ hash }),
      ]);
      const place = `in block ${blockNumber} at ${transactionIndex}`;
      return `  ${id}: ${reason}; ${gasUsed} of ${gas} gas ${place}, ${input.length / 2 - 1} bytes`;
    }),
  );
}

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
