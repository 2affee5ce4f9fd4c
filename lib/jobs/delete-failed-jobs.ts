import { database } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";

const batchSize = 5_000;

const complete = statement<{ count: number }>({
  name: "jobs-delete-failed",
  text: `SELECT count(*)::int AS count FROM graphile_worker.complete_jobs(ARRAY(
      SELECT id FROM graphile_worker.jobs
      WHERE attempts >= max_attempts AND locked_at IS NULL AND run_at < now() - interval '7 days' LIMIT $1))`,
});

/**
 * Deletes the jobs that failed for good more than a week ago, or were cut off in their last attempt: the queue keeps them for ever, and those
 * of emails hold addresses.
 */
export async function deleteFailedJobs(): Promise<void> {
  const next = async () => (await database.rows(complete, [batchSize]))[0]?.count;
  while ((await next()) === batchSize);
}
