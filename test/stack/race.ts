import { pool } from "#lib/db/pool.ts";
import { until } from "#test/until.ts";

/** Statements that wait for a connection's lock, or behind one that does. Others of the database wait for other things. */
const waiting = `
  WITH RECURSIVE waiting AS (
    SELECT $1::integer AS pid
    UNION SELECT a.pid FROM pg_stat_activity a JOIN waiting w ON w.pid = ANY (pg_blocking_pids(a.pid))
      WHERE a.datname = current_database())
  SELECT FROM waiting WHERE pid <> $1`;

function untilWaiting(count: number, holder: number): Promise<true> {
  return until(
    `${count} statements that wait for the lock`,
    async () => (await pool().query(waiting, [holder])).rows.length === count,
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
    const { rows } = await holder.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    const pid = rows[0]?.pid as number;
    await holder.query("SELECT id FROM payment WHERE id = $1 FOR UPDATE", [paymentId]);
    const running: Promise<T>[] = [];
    for (const start of starts) {
      running.push(start());
      await untilWaiting(running.length, pid);
    }
    beforeGo();
    await holder.query("COMMIT");
    return await Promise.all(running);
  } finally {
    // Closes the connection, so that a race that failed does not leave its lock behind.
    holder.release(true);
  }
}
