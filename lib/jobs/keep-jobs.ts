import { database } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";

/** A mail server that is slow takes less for one email, and so does the failover of a database. */
const defaultLeaseMs = 120_000;

const renew = statement({
  name: "jobs-renew",
  text: "UPDATE graphile_worker._private_jobs SET locked_at = now() WHERE locked_by = $1",
});

const release = statement({
  name: "jobs-release-lost",
  text: `SELECT graphile_worker.force_unlock_workers(ARRAY(
    SELECT locked_by FROM graphile_worker.jobs WHERE locked_by IS NOT NULL
    GROUP BY locked_by HAVING max(locked_at) < now() - $1 * interval '1 millisecond'))`,
});

/**
 * Returns a function to call several times within `leaseMs`, which makes the locks of a worker's jobs leases:
 * it renews those of worker `id`, and releases those of workers that haven't renewed theirs for so long,
 * which were killed. The queue itself would keep them for four hours. While the database can't be reached, no
 * worker can renew, so the function releases none until it has reached it throughout a lease.
 */
export function keepJobs(id: string, leaseMs = defaultLeaseMs): () => Promise<void> {
  let reachedSinceMs = performance.now();
  let reachedMs = reachedSinceMs;
  return async () => {
    await database.rows(renew, [id]);
    const nowMs = performance.now();
    if (nowMs - reachedMs > leaseMs / 2) reachedSinceMs = nowMs;
    reachedMs = nowMs;
    if (nowMs - reachedSinceMs > leaseMs) await database.rows(release, [leaseMs]);
  };
}

const batchSize = 5_000;

const complete = statement<{ count: number }>({
  name: "jobs-delete-failed",
  text: `SELECT count(*)::int AS count FROM graphile_worker.complete_jobs(ARRAY(
      SELECT id FROM graphile_worker.jobs
      WHERE attempts >= max_attempts AND locked_at IS NULL AND run_at < now() - interval '7 days' LIMIT $1))`,
});

/**
 * Deletes the jobs that failed for good more than a week ago, or were cut off in their last attempt: the
 * queue keeps them for ever, and those of emails hold addresses.
 */
export async function deleteFailedJobs(): Promise<void> {
  const next = async () => (await database.rows(complete, [batchSize]))[0]?.count;
  while ((await next()) === batchSize);
}
