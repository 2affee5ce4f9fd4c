import { pool } from "#lib/db/pool.ts";
import { until } from "#test/until.ts";

function untilBlocked(count: number): Promise<true> {
  const blocked = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return until(
    `${count} statements that wait for a lock`,
    async () => (await pool().query(blocked)).rows.length === count,
  );
}

/**
 * Starts operations that race for a payment: each has read the payment and waits for its row lock, in this order, before
 * all of them continue.
 * @param beforeGo runs when all of them wait.
 */
export async function raceFor<T>(
  paymentId: string,
  starts: readonly (() => Promise<T>)[],
  beforeGo: () => void = () => {},
): Promise<T[]> {
  const holder = await pool().connect();
  try {
    await holder.query("BEGIN");
    await holder.query("SELECT id FROM payment WHERE id = $1 FOR UPDATE", [paymentId]);
    const running: Promise<T>[] = [];
    for (const start of starts) {
      running.push(start());
      await untilBlocked(running.length);
    }
    beforeGo();
    await holder.query("COMMIT");
    return await Promise.all(running);
  } finally {
    // Closes the connection, so that a race that failed does not leave its lock behind.
    holder.release(true);
  }
}
